import type { Part } from "@/lib/parsing/types";
import type { Annotated } from "./annotations";

/** A stretch of a document as a model is given it. */
export interface PromptPassage extends Annotated {
  /** From 1: what the model cites by. */
  n: number;
  name: string;
  kind: Part["kind"];
  part: number;
  text: string;
  /** Day its document came in, ISO; where documents may contradict each other. */
  date?: string;
}

/** For what a model is told before it reads passages. */
export const ANNOTATION_RULE =
  'A passage with kind="comment" or kind="note" is what somebody remarked about a document or says about a slide, not the document itself: say so when you use it.';

const TAGS = /<(?=\s*\/?\s*passage)/gi;

/** Letters nobody sees, which a model reads as letters all the same: a document can hide an order in them (spec F13). */
const SMUGGLED = /[\u{e0000}-\u{e007f}]/gu;

/** Words of a document cannot open or close a passage. */
function escapeTags(text: string): string {
  return text.replace(SMUGGLED, "").replace(TAGS, "&lt;");
}

function attribute(text: string): string {
  return text
    .replace(SMUGGLED, "")
    .replace(/[\r\n\t]+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;");
}

const PLACE: Readonly<Record<Part["kind"], string>> = { page: "p.", slide: "slide", sheet: "sheet", section: "" };

export function passagesBlock(passages: readonly PromptPassage[]): string {
  return passages
    .map(({ n, name, kind, part, text, annotation, date }) => {
      const said = annotation ? ` kind="${annotation.resolved ? "resolved " : ""}${annotation.kind}"` : "";
      const place = PLACE[kind] ? ` place="${PLACE[kind]} ${part}"` : "";
      const dated = date ? ` date="${date}"` : "";
      return `<passage n="${n}" document="${attribute(name)}"${place}${dated}${said}>\n${escapeTags(text)}\n</passage>`;
    })
    .join("\n");
}

/** An answer without its marks, as it goes along as history. */
export function withoutMarks(text: string): string {
  return text.replace(/[ \t]*\[\^c\d+\]/g, "");
}
