import type { DocumentFormat } from "@/db/schema/parsing";

const BY_EXTENSION: Readonly<Record<string, DocumentFormat>> = {
  pdf: "pdf",
  docx: "docx",
  docm: "docx",
  pptx: "pptx",
  pptm: "pptx",
  ppsx: "pptx",
  ppsm: "pptx",
  xlsx: "xlsx",
  xlsm: "xlsx",
  csv: "csv",
  html: "html",
  htm: "html",
  md: "md",
  markdown: "md",
  txt: "txt",
  png: "image",
  jpg: "image",
  jpeg: "image",
};

/** What a picker of files offers; the content decides in the end (spec 5, 9). */
export const READABLE_EXTENSIONS: readonly string[] = Object.keys(BY_EXTENSION);

/** What a name promises; null for what is never read. */
export function formatOfName(name: string): DocumentFormat | null {
  return BY_EXTENSION[extensionOf(name)] ?? null;
}

const OLD_OFFICE = ["doc", "dot", "wps", "xls", "xlt", "xlsb", "et", "ppt", "pps", "dps"];

/** A binary file of an office program, which nothing here reads: saved in its newer kind it is read. */
export function isOldOffice(name: string): boolean {
  return OLD_OFFICE.includes(extensionOf(name));
}

const OFFICE = "application/vnd.openxmlformats-officedocument";
/** With macros, which are never run. */
const MACROS = "macroenabled.12";
/** An office file with a password is a container of another kind; reading it says what is the matter. */
const CONTAINERS = ["application/zip", "application/x-cfb"];
const TEXTS = ["text/plain", "text/html", "application/xml"];

/** Media types by content that a format may have. */
const CONTENT: Readonly<Record<DocumentFormat, readonly string[]>> = {
  pdf: ["application/pdf"],
  docx: [`${OFFICE}.wordprocessingml.document`, `application/vnd.ms-word.document.${MACROS}`, ...CONTAINERS],
  pptx: [
    ...["presentation", "slideshow"].flatMap((kind) => [
      `${OFFICE}.presentationml.${kind}`,
      `application/vnd.ms-powerpoint.${kind}.${MACROS}`,
    ]),
    ...CONTAINERS,
  ],
  xlsx: [`${OFFICE}.spreadsheetml.sheet`, `application/vnd.ms-excel.sheet.${MACROS}`, ...CONTAINERS],
  csv: TEXTS,
  html: TEXTS,
  md: TEXTS,
  txt: TEXTS,
  image: ["image/png", "image/jpeg"],
};

/** The extension of a name in lower case, without the dot; empty where there is none. */
export function extensionOf(name: string): string {
  return /\.([^./\\]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** A name with a number before its extension, for a file beside one that is called the same. */
export function numberedName(name: string, number: number): string {
  const extension = extensionOf(name);
  const stem = extension ? name.slice(0, -extension.length - 1) : name;
  return `${stem} (${number})${name.slice(stem.length)}`;
}

/** Formats that are characters in an encoding and nothing else. */
export const TEXT_FORMATS: readonly DocumentFormat[] = ["csv", "html", "md", "txt"];

/** What a file is read as, by its name and its content together; null when they do not agree or we do not read it. */
export function formatOf(name: string, mediaType: string): DocumentFormat | null {
  const format = BY_EXTENSION[extensionOf(name)];
  return format && CONTENT[format].includes(mediaType) ? format : null;
}
