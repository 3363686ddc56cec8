import "server-only";
import type { MentionFinder } from "@/lib/palette/finder";
import { P } from "@/lib/permissions/codes";
import { documentQuery } from "./schema";
import { listDocuments } from "./service/documents";

/** Own documents that can be read, by name, the last read first: their files go along with a question. */
export const DOCUMENTS_MENTIONED: MentionFinder = {
  id: "documents",
  order: 20,
  sign: "@",
  kind: "file",
  codes: [P.DOCUMENT],
  find: async (keyword, { actor, limit }) =>
    (await listDocuments(actor, documentQuery.parse({ keyword, status: "ready", pageSize: limit }))).items.map(
      ({ fileId, name }) => ({ id: fileId, label: name }),
    ),
};
