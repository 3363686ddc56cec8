import { zip } from "./zip";

const OFFICE = "http://schemas.openxmlformats.org";
const RELATIONSHIPS = `${OFFICE}/officeDocument/2006/relationships`;
/** One pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A Word file of some words and one picture. */
export function pictureDocx(words = "A picture:"): Uint8Array {
  const spaces = `xmlns:w="${OFFICE}/wordprocessingml/2006/main" xmlns:r="${RELATIONSHIPS}" xmlns:a="${OFFICE}/drawingml/2006/main" xmlns:wp="${OFFICE}/drawingml/2006/wordprocessingDrawing"`;
  const picture = `<w:drawing><wp:inline><a:graphic><a:graphicData><a:blip r:embed="rId1"/></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  return zip([
    [
      "word/document.xml",
      `<w:document ${spaces}><w:body><w:p><w:r><w:t>${words}</w:t></w:r><w:r>${picture}</w:r></w:p></w:body></w:document>`,
    ],
    [
      "word/_rels/document.xml.rels",
      `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/image" Target="media/one.png"/></Relationships>`,
    ],
    ["word/media/one.png", PNG],
  ]);
}
