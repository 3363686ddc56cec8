import "server-only";
import { z } from "zod";
import { findTermsVersion, insertTermsDraft, updateTermsDraft } from "@/db/queries/terms/terms";
import { lines, prose } from "@/lib/text/line";
import { defineSection } from "./section";

const markdown = prose(100_000).min(1);
const note = lines(500);

/** The text that applies. It arrives as a draft: publishing is an audit event of a person who has read it. */
export const termsSection = defineSection({
  name: "terms",
  item: z.strictObject({
    key: z.literal("terms"),
    markdownZh: markdown,
    markdownEn: markdown,
    noteZh: note,
    noteEn: note,
  }),
  read: async (db) => {
    const row = (await findTermsVersion(db, "draft")) ?? (await findTermsVersion(db, "current"));
    if (!row) return [];
    const { markdownZh, markdownEn, noteZh, noteEn } = row;
    return [{ key: "terms" as const, markdownZh, markdownEn, noteZh, noteEn }];
  },
  secrets: async () => [],
  refusal: () => null,
  write: async (tx, actor, { key: _, ...texts }) => {
    const made = await insertTermsDraft(tx, { ...texts, authorId: actor.id });
    if (made) return;
    const draft = await findTermsVersion(tx, "draft");
    if (draft) await updateTermsDraft(tx, draft.id, { ...texts, authorId: actor.id });
  },
  invalidate: () => undefined,
});
