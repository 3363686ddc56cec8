import type { Citation } from "@/lib/citations/dto";
import type { GroundednessData } from "@/lib/stream/parts";
import { footnoted, footnoteText } from "./places";

export interface ExportRound {
  role: "user" | "assistant";
  /** Markdown with marks `[^c<id>]`. */
  text: string;
  /** Words of a document the question is about. */
  quote: string | null;
  citations: Citation[];
  /** Versions the reader may not open any more: nothing is told of them (spec D5). */
  gone?: ReadonlySet<string>;
  support: GroundednessData | null;
  modelName: string | null;
}

/** A conversation as it is written to a file. */
export interface ConversationFile {
  title: string;
  exported: string;
  /** Names of the documents it is about; none in a chat without. */
  documents: string[];
  rounds: ExportRound[];
  /** Answers alone, as one had a text written: no title above them, nothing said of who wrote what. */
  isDocument?: boolean;
  /** Texts of `documents-output`. */
  t: (key: string, args?: Record<string, string | number>) => string;
}

/** What Markdown would take for a mark of its own in a plain line. */
export function plainLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|]/g, "\\$&");
}

/** Markdown with footnotes; those of one answer stand behind it, numbered through the file. */
export function toMarkdown({ title, exported, documents, rounds, isDocument, t }: ConversationFile): string {
  if (isDocument) return `${roundsAsLines(rounds, t, true).join("\n").trim()}\n`;
  const lines = [`# ${plainLine(title)}`, "", exported];
  if (documents.length > 0) lines.push("", `**${t("sources")}**`, "");
  for (const name of documents) lines.push(`- ${plainLine(name)}`);
  return `${[...lines, ...roundsAsLines(rounds, t)].join("\n")}\n`;
}

/** What was asked and answered, as a text of its own. */
export function roundsToMarkdown(rounds: readonly ExportRound[], t: ConversationFile["t"]): string {
  return roundsAsLines(rounds, t).join("\n").trim();
}

function roundsAsLines(rounds: readonly ExportRound[], t: ConversationFile["t"], isDocument = false): string[] {
  const lines: string[] = [];
  let last = 0;
  for (const { role, text, quote, citations, gone, support, modelName } of rounds) {
    const heading = role === "user" ? t("question") : [t("answer"), modelName].filter(Boolean).join(" · ");
    lines.push("", ...(isDocument ? [] : [`## ${plainLine(heading)}`, ""]));
    if (quote) lines.push(...quote.split("\n").map((line) => `> ${plainLine(line)}`), "");
    const notes: string[] = [];
    const body = footnoted(text, citations).map((stretch) => {
      if (!stretch.citation) return stretch.text;
      notes.push(`[^${++last}]: ${plainLine(footnoteText(stretch.citation, t, gone))}`);
      return `${stretch.text}[^${last}]`;
    });
    lines.push(body.join(""));
    if (support && !isDocument)
      lines.push("", `_${t("support", { supported: support.supported, cited: support.cited })}_`);
    if (notes.length > 0) lines.push("", ...notes);
  }
  return lines;
}
