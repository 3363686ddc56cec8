// Files that take the product a while, so that it can be killed in the middle.
import { zip } from "../factories/zip.ts";

/** The same words in a file of its own, by its note: one that is there already is not taken in twice. */
export function largeDocx(note, count, thing = "room") {
  const paragraphs = Array.from(
    { length: count },
    (_, n) =>
      `<w:p><w:r><w:t>Paragraph ${n}. The rent of ${thing} ${n} is ${n * 7} euros. 第 ${n} 条：租金按月支付。</w:t></w:r></w:p>`,
  );
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return zip([
    ["word/document.xml", `<w:document ${space}><w:body>${paragraphs.join("")}</w:body></w:document>`],
    ["docProps/note.txt", note],
  ]);
}

/** A pdf of pages that are pictures and nothing else. */
export function scannedPdf(pages) {
  const picture = "<</Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8/Length 4>>";
  const content = "q 500 0 0 700 50 50 cm /I Do Q";
  const first = 5;
  const kids = Array.from({ length: pages }, (_, n) => `${first + n} 0 R`).join(" ");
  const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</I 3 0 R>>>>>>";
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    `${picture}stream\nABCD\nendstream`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...Array.from({ length: pages }, () => page),
  ];
  const body = objects.map((object, n) => `${n + 1} 0 obj${object} endobj`).join("\n");
  return `%PDF-1.7\n${body}\ntrailer<</Root 1 0 R/Size ${objects.length + 1}>>\n`;
}
