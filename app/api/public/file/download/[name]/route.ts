import { z } from "zod";
import { publicHandler } from "@/lib/endpoint/route";
import { linkedFile } from "@/lib/files/download";
import { serveFile } from "@/lib/files/serve";
import { identifier } from "@/lib/text/line";

/** Spec 7: `{id}.{ext}`. The ending is for the reader; the type comes from the row. */
export const GET = publicHandler({
  summary: "A file by id and extension",
  answers: "file",

  params: z.object({ name: identifier(400) }),
  // What cannot be a name or a ticket is answered like one that names nothing.
  query: z.object({ token: identifier(400).catch("").optional() }),
  run: async ({ params, query, request }) => {
    const id = params.name.replace(/\.[A-Za-z0-9]{1,16}$/, "");
    return serveFile(await linkedFile(id, query.token), request);
  },
});
