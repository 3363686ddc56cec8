import { z } from "zod";
import { rendererFile } from "@/lib/features/reader/service/assets";
import { handler } from "@/lib/http/route";

const assetParam = z.object({ path: z.array(z.string().max(100)).max(4) });

export const GET = handler({
  signedIn: true,
  params: assetParam,
  run: ({ params }) => rendererFile(params.path),
});
