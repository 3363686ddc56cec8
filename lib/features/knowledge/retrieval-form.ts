import { z } from "zod";
import { type OwnRetrieval, type RetrievalSettings, retrievalFields } from "@/lib/config/knowledge-retrieval";
import { isSame } from "@/lib/editing/differences";
import { keptText } from "@/lib/text/line";
import { type RetrievalField, retrievalProblems } from "./retrieval-problems";

/** A select has no empty value. */
export const NONE = "none";

const CHOICES = ["rerankModelId", "rewriteModelId", "rewriteLanguage", "filterModelId", "selectModelId"] as const;
type Choice = (typeof CHOICES)[number];
export const RETRIEVAL_FIELDS = Object.keys(retrievalFields) as RetrievalField[];

const choices = Object.fromEntries(CHOICES.map((name) => [name, keptText])) as Record<Choice, typeof keptText>;
const fields = z.object({
  ...retrievalFields,
  ...choices,
  /** Those the base has set of its own, though they may be as the center has them. */
  own: z.array(keptText),
});
export type RetrievalForm = z.infer<typeof fields>;

/** How a base is searched, as people fill it in: everything, whoever set it. */
export const retrievalForm = (center: RetrievalSettings) =>
  fields.superRefine((values, context) => {
    const problems = retrievalProblems(toOwn(values, center), center);
    for (const [name, message] of Object.entries(problems)) context.addIssue({ code: "custom", path: [name], message });
  });

export function toForm(own: OwnRetrieval, center: RetrievalSettings): RetrievalForm {
  const values = { ...center, ...own };
  const chosen = Object.fromEntries(CHOICES.map((name) => [name, values[name] ?? NONE])) as Record<Choice, string>;
  return { ...values, ...chosen, own: Object.keys(own).sort() };
}

/** The value of a field as it is stored. */
const stored = (name: RetrievalField, value: unknown) =>
  (CHOICES as readonly string[]).includes(name) && value === NONE ? null : value;

/** Whether the base has a field of its own: it set it once, or it is another than the center's. */
export const isOwn = (name: RetrievalField, { own, ...values }: RetrievalForm, center: RetrievalSettings): boolean =>
  own.includes(name) || !isSame(stored(name, values[name]), center[name]);

/** What a base would set of its own. */
export function toOwn(values: RetrievalForm, center: RetrievalSettings): OwnRetrieval {
  const names = RETRIEVAL_FIELDS.filter((name) => isOwn(name, values, center));
  return Object.fromEntries(names.map((name) => [name, stored(name, values[name])])) as OwnRetrieval;
}

/** The center's settings, as people fill them in: all of them are its own. */
export const centerForm = fields;

/** What the center has, of its form. */
export const toSettings = (values: RetrievalForm): RetrievalSettings =>
  Object.fromEntries(RETRIEVAL_FIELDS.map((name) => [name, stored(name, values[name])])) as RetrievalSettings;
