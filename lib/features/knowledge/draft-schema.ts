import { z } from "zod";
import { shortLine } from "@/lib/conversation/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { prose } from "@/lib/text/line";
import { DRAFT_REASON_MAX, DRAFT_TEXT_MAX, DRAFT_TITLE_MAX } from "./limits";

const fields = {
  baseId: z.uuid("required"),
  title: shortLine(DRAFT_TITLE_MAX, "required"),
  /** Markdown. */
  text: prose(DRAFT_TEXT_MAX).refine((text) => text.trim() !== "", "required"),
};

/** An answer as it is filed into a base. */
export const newDraft = z.strictObject(fields);
export type NewDraft = z.infer<typeof newDraft>;

/** As people fill it in. */
export const draftForm = z.object(fields);

export const draftQuery = pageQuery.omit({ keyword: true }).extend({ open: z.stringbool().optional() });
export const ownDraftQuery = draftQuery.extend({ messageId: z.uuid().optional() });

/** A base an answer may go to. */
export const readersQuery = z.object({ baseId: z.uuid() });

export const draftRejection = z.strictObject({ reason: shortLine(DRAFT_REASON_MAX, "required") });
