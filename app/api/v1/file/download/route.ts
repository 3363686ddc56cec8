import { z } from "zod";
import { publicHandler } from "@/lib/endpoint/route";
import { storedFile } from "@/lib/files/download";
import { serveFile } from "@/lib/files/serve";
import { identifier } from "@/lib/text/line";

/** Spec 7: a stored version by its storage name; `token` is a file ticket, never a key of the open API (spec 10). */
export const GET = publicHandler({
  summary: "A stored file version by its ticket",
  answers: "file",

  // What cannot be a name or a ticket is answered like one that names nothing.
  query: z.object({
    storageFileName: identifier(400).catch("").default(""),
    token: identifier(400).catch("").optional(),
  }),
  run: async ({ query, request }) => serveFile(await storedFile(query.storageFileName, query.token), request),
});
