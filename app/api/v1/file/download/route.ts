import { z } from "zod";
import { storedFile } from "@/lib/files/download";
import { serveFile } from "@/lib/files/serve";
import { publicHandler } from "@/lib/http/route";
import { identifier } from "@/lib/text/line";

/** Spec 7: a stored version by its storage name; `token` is a file ticket, never a key of the open API (CONTRACT). */
export const GET = publicHandler({
  query: z.object({ storageFileName: identifier(400).default(""), token: identifier(400).optional() }),
  run: async ({ query, request }) => serveFile(await storedFile(query.storageFileName, query.token), request),
});
