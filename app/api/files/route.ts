import { z } from "zod";
import { uploadFile } from "@/lib/files/upload";
import { handler } from "@/lib/http/route";

/** Takes one file in as multipart: `file`, `filename`, optional `purpose` (CONTRACT). */
export const POST = handler({
  signedIn: true,
  audit: "file.upload",
  multipart: z.object({ file: z.file(), filename: z.string().optional(), purpose: z.string().optional() }),
  run: ({ actor, request }) => uploadFile(actor, request),
});
