// A workbook: one part a sheet, cells under their own addresses, values as people see them; what is drawn over a sheet and
// said about its cells comes after them.
import { walk, walkSlowly } from "../archive.ts";
import type { Builder } from "../builder.ts";
import { coreTitle } from "../docx/read.ts";
import { ParseStop } from "../failure.ts";
import { TEXT_MAX } from "../limits.ts";
import { openOffice, partOf } from "../main-part.ts";
import type { Reading } from "../reader.ts";
import { personsOf, writeComments } from "./comments.ts";
import { writeDrawing } from "./drawing.ts";
import { formatCode } from "./format.ts";
import { type CellStyle, Sheet, type Workbook } from "./sheet.ts";

const SHEETS_MAX = 500;

export async function readXlsx(file: string, builder: Builder, { progress }: Reading): Promise<void> {
  const { archive, xml, relations } = openOffice(file, "xlsx", builder);
  const { sheets, is1904 } = workbookOf(xml);
  if (sheets.length > SHEETS_MAX) throw new ParseStop("documentTooBig");
  if (partOf(relations, "externalLink")) builder.warn("externalContent");
  const shared: Workbook = {
    strings: stringsOf(archive.xml(partOf(relations, "sharedStrings") ?? "")),
    is1904,
    styles: stylesOf(archive.xml(partOf(relations, "styles") ?? "")),
  };
  builder.title = coreTitle(archive);
  const persons = personsOf(archive, builder, relations);
  for (const [index, { name: title, id, isHidden }] of sheets.entries()) {
    const name = relations.get(id)?.target ?? "";
    const content = archive.xml(name);
    builder.startPart({ kind: "sheet", number: index + 1, name: title.slice(0, 100) });
    if (isHidden) {
      builder.warn("hiddenText");
      continue;
    }
    if (!content) continue;
    const sheet = new Sheet(builder, content, shared);
    await walkSlowly(content, sheet, (done, total) => progress(index + done / Math.max(1, total), sheets.length));
    await sheet.end();
    const own = archive.relations(name);
    await writeDrawing(archive, builder, own);
    await writeComments(archive, builder, own, persons);
    builder.warn(
      "embeddedObjects",
      [...own.values()].filter(({ type }) => type === "oleObject" || type === "package").length,
    );
    progress(index + 1, sheets.length);
  }
}

interface SheetEntry {
  name: string;
  id: string | undefined;
  isHidden: boolean;
}

function workbookOf(xml: string): { sheets: SheetEntry[]; is1904: boolean } {
  const sheets: SheetEntry[] = [];
  let is1904 = false;
  walk(xml, {
    open: (tag, attributes) => {
      if (tag === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (tag !== "sheet") return;
      const isHidden = attributes.state === "hidden" || attributes.state === "veryHidden";
      sheets.push({ name: attributes.name ?? "", id: attributes["r:id"], isHidden });
    },
  });
  return { sheets, is1904 };
}

/** Shared strings without the reading aids of East Asian text. */
function stringsOf(xml: string | null): string[] {
  const strings: string[] = [];
  if (!xml) return strings;
  let chunks: string[] | null = null;
  let isText = false;
  let skipping = 0;
  let size = 0;
  walk(xml, {
    open: (tag) => {
      if (tag === "si") chunks = [];
      else if (tag === "rPh") skipping++;
      else if (tag === "t") isText = skipping === 0;
    },
    text: (words) => {
      if (!isText || !chunks) return;
      size += words.length;
      if (size > 2 * TEXT_MAX) throw new ParseStop("documentTooBig");
      chunks.push(words);
    },
    close: (tag) => {
      if (tag === "t") isText = false;
      else if (tag === "rPh") skipping--;
      else if (tag === "si") strings.push(chunks?.join("") ?? "");
    },
  });
  return strings;
}

/** Format code and boldness of each cell style. */
function stylesOf(xml: string | null): CellStyle[] {
  const custom = new Map<number, string>();
  const bolds: boolean[] = [];
  const styles: CellStyle[] = [];
  let within = "";
  if (xml) {
    walk(xml, {
      open: (tag, attributes) => {
        if (tag === "fonts" || tag === "cellXfs" || tag === "cellStyleXfs" || tag === "dxfs") within = tag;
        else if (tag === "numFmt" && within !== "dxfs")
          custom.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
        else if (tag === "font" && within === "fonts") bolds.push(false);
        else if (tag === "b" && within === "fonts") bolds[bolds.length - 1] = attributes.val !== "0";
        else if (tag === "xf" && within === "cellXfs") {
          const code = formatCode(Number(attributes.numFmtId ?? 0), custom);
          styles.push({ code, bold: bolds[Number(attributes.fontId)] ?? false });
        } else if (tag === "alignment" && within === "cellXfs") {
          const { horizontal } = attributes;
          const style = styles.at(-1);
          if (style && (horizontal === "center" || horizontal === "right")) style.align = horizontal;
        }
      },
      close: (tag) => {
        if (tag === within) within = "";
      },
    });
  }
  return styles;
}
