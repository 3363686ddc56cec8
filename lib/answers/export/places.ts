import type { Citation, CitationPlace } from "@/lib/citations/dto";

type Texts = (key: string, args?: Record<string, string | number>) => string;

/** A place in words, with the texts of `documents-output`. Empty for a document without pages and paragraphs. */
export function placeText(place: CitationPlace, t: Texts): string {
  const { kind, part, name = String(part), cell, paragraph } = place;
  if (kind === "sheet") return cell ? t("place.cell", { name, cell }) : t("place.sheet", { name });
  if (kind === "page" || kind === "slide") return t(`place.${kind}`, { part });
  return paragraph ? t("place.paragraph", { paragraph }) : "";
}

const MARK = /\[\^c(\d+)\]/g;

export interface Footnoted {
  text: string;
  /** Of a mark that stands before `text`'s next stretch. */
  citation?: Citation;
}

/** An answer cut at its marks: each stretch with the citation behind it. */
export function footnoted(text: string, citations: readonly Citation[]): Footnoted[] {
  const byId = new Map(citations.map((citation) => [citation.id, citation]));
  const stretches: Footnoted[] = [];
  let from = 0;
  for (const mark of text.matchAll(MARK)) {
    stretches.push({ text: text.slice(from, mark.index), citation: byId.get(Number(mark[1])) });
    from = mark.index + mark[0].length;
  }
  stretches.push({ text: text.slice(from) });
  return stretches;
}

/** What a footnote says of a citation: file, place, and the words; of a version that is gone, only that. */
export function footnoteText(citation: Citation, t: Texts, gone?: ReadonlySet<string>): string {
  if (gone?.has(citation.versionId)) return t("gone");
  const { fileName, place, quote, picture } = citation;
  const where = [fileName, placeText(place, t)].filter(Boolean).join(", ");
  const words = (picture?.text ?? quote).replace(/\s+/g, " ").trim();
  if (picture) return t("picture", { where, words });
  return `${where}: ${words ? `“${words}”` : t("notFound")}`;
}
