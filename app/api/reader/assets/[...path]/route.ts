import { z } from "zod";
import { handler } from "@/lib/endpoint/route";
import { rendererFile } from "@/lib/features/reader/service/assets";
import { identifier } from "@/lib/text/line";

const assetParam = z.object({ path: z.array(identifier(100)).max(4) });

export const GET = handler({
  summary: "Files of the pdf renderer: worker, character maps, fonts",
  answers: "file",

  signedIn: true,
  params: assetParam,
  run: ({ params }) => rendererFile(params.path),
});
