import { z } from "zod";
import { publicHandler } from "@/lib/endpoint/route";
import { linkedFile } from "@/lib/files/download";
import { serveFile } from "@/lib/files/serve";
import { identifier } from "@/lib/text/line";

/** Spec 7: a public file, or any by its ticket. */
export const GET = publicHandler({
  summary: "A file by its id and ticket",
  answers: "file",

  // What cannot be a name or a ticket is answered like one that names nothing.
  query: z.object({ fileId: identifier(400).catch("").default(""), token: identifier(400).catch("").optional() }),
  run: async ({ query, request }) => serveFile(await linkedFile(query.fileId, query.token), request),
});
