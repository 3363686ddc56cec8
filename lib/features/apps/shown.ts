import { z } from "zod";
import { identifier, line, prose, webAddress } from "@/lib/text/line";
import { EXTERNAL_URL_MAX } from "./limits";
import { appVariables } from "./variables";

/** Names of the tools by which an agent shows more than words; what they were given is what is shown. */
export const SHOW_FORM = "show_form";
export const SHOW_CARDS = "show_cards";

const TITLE_MAX = 100;
const TEXT_MAX = 1000;
const CARDS_MAX = 6;
const LINKS_MAX = 4;
const LABEL_MAX = 60;

/** A form in an answer; what is filled in becomes the person's next message. */
export const shownForm = z.strictObject({
  title: line(TITLE_MAX).min(1, "required"),
  text: prose(TEXT_MAX).default(""),
  fields: appVariables.min(1, "required"),
});
export type ShownForm = z.infer<typeof shownForm>;

/** Pictures load from the product alone; of another address its words are shown. */
const picture = z.strictObject({
  src: z.union([identifier(500).regex(/^\/api\/files\/[\w/.-]+$/, "invalid"), webAddress(EXTERNAL_URL_MAX, /^https$/)]),
  alt: line(TITLE_MAX).default(""),
});

const link = z.strictObject({
  label: line(LABEL_MAX).min(1, "required"),
  url: webAddress(EXTERNAL_URL_MAX, /^https$/),
});

const card = z.strictObject({
  title: line(TITLE_MAX).min(1, "required"),
  text: prose(TEXT_MAX).default(""),
  picture: picture.optional(),
  links: z.array(link).max(LINKS_MAX, "tooMany").default([]),
});
export type ShownCard = z.infer<typeof card>;

export const shownCards = z.strictObject({ cards: z.array(card).min(1, "required").max(CARDS_MAX, "tooMany") });
export type ShownCards = z.infer<typeof shownCards>;

/** What a call shows, by the name of its tool; null for another tool, and for what is neither a form nor cards. */
export function shownBy({
  name,
  input,
}: {
  name: string;
  input: unknown;
}): { form: ShownForm; cards?: undefined } | { cards: readonly ShownCard[]; form?: undefined } | null {
  if (name === SHOW_FORM) {
    const read = shownForm.safeParse(input);
    return read.success ? { form: read.data } : null;
  }
  if (name !== SHOW_CARDS) return null;
  const read = shownCards.safeParse(input);
  return read.success ? { cards: read.data.cards } : null;
}
