// Where an office file begins. Its relations say so; most programs give the part the same name, some count it.
import type { DocumentFormat } from "../../../db/schema/parsing.ts";
import { Archive, type Relations } from "./archive.ts";
import type { Builder } from "./builder.ts";
import { ParseStop } from "./failure.ts";

const USUAL = {
  docx: "word/document.xml",
  pptx: "ppt/presentation.xml",
  xlsx: "xl/workbook.xml",
} as const satisfies Partial<Record<DocumentFormat, string>>;

type OfficeFormat = keyof typeof USUAL;

export function isOffice(format: DocumentFormat): format is OfficeFormat {
  return format in USUAL;
}

/** The name of the part everything else hangs on. Throws documentBroken when there is none. */
export function mainPart(archive: Archive, format: OfficeFormat): string {
  const name = partOf(archive.relations(""), "officeDocument") ?? USUAL[format];
  if (!archive.has(name)) throw new ParseStop("documentBroken");
  return name;
}

interface OfficeFile {
  archive: Archive;
  /** The main part, and what it points at. */
  xml: string;
  relations: Relations;
}

/** A file to read. Macros in it are told, and never run. Throws documentBroken. */
export function openOffice(file: string, format: OfficeFormat, builder: Builder): OfficeFile {
  const archive = new Archive(file);
  if (archive.names().some((name) => /vbaProject\.bin$/i.test(name))) builder.warn("macros");
  const main = mainPart(archive, format);
  return { archive, xml: archive.xml(main)!, relations: archive.relations(main) };
}

/** The first part of a type among relations. */
export function partOf(relations: Relations, type: string): string | undefined {
  return [...relations.values()].find((one) => one.type === type && !one.external)?.target;
}
