/** Words on a page made by code: their place from the left and from above, in points. */
export interface Placed {
  text: string;
  x: number;
  y: number;
  size?: number;
}

interface PdfOptions {
  /** Clockwise degrees the page is shown with. */
  rotation?: number;
  media?: readonly number[];
  crop?: readonly number[];
  /** Without it characters are known by their numbers in the font only. */
  hasMap?: boolean;
  /** Further objects, from number 8, and what stands in the page beside them. */
  objects?: readonly string[];
  page?: string;
}

const HEIGHT = 800;

/** A pdf of one page of 600 x 800 with this content; `/F` is Helvetica, `/U` takes UTF-16 in hex. */
export function pdf(content: string, options: PdfOptions = {}): string {
  const { rotation = 0, media = [0, 0, 600, HEIGHT], crop, hasMap = true, objects = [], page = "" } = options;
  const map =
    "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <ffff> <0000> endbfrange endcmap end";
  const all = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[${media.join(" ")}]${crop ? `/CropBox[${crop.join(" ")}]` : ""}/Rotate ${rotation}/Contents 4 0 R${page}/Resources<</Font<</F 5 0 R/U 6 0 R>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    `<</Type/Font/Subtype/Type0/BaseFont/Any/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Any/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000/W[0 127 500]/FontDescriptor<</Type/FontDescriptor/FontName/Any/Flags 4/Ascent 880/Descent -120/CapHeight 700/StemV 80/ItalicAngle 0/FontBBox[0 -120 1000 880]>>>>]${hasMap ? "/ToUnicode 7 0 R" : ""}>>`,
    `<</Length ${map.length}>>stream\n${map}\nendstream`,
    ...objects,
  ];
  const body = all.map((object, at) => `${at + 1} 0 obj${object} endobj`).join("\n");
  return `%PDF-1.7\n${body}\ntrailer<</Root 1 0 R/Size ${all.length + 1}>>\n`;
}

/** Content that writes each text at its place, in the order they are given. */
export function written(texts: readonly Placed[]): string {
  return texts
    .map(({ text, x, y, size = 10 }) => {
      const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"));
      return `BT /U ${size} Tf 1 0 0 1 ${x} ${HEIGHT - y} Tm <${codes.join("")}> Tj ET`;
    })
    .join("\n");
}

/** Lines under each other. */
export const lines = (x: number, y: number, step: number, texts: readonly string[], size?: number): Placed[] =>
  texts.map((text, at) => ({ text, x, y: y + at * step, size }));
