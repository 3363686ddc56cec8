import { inflateRawSync } from "node:zlib";
import { csvLine, plainText, toCsv, toXlsx } from "@/lib/files/table-export";

const HOSTILE = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  " =1",
  "　=1",
  "＝1",
  "＋1",
  "－1",
  "＠x",
  '="a"&"b"',
];

/** The parts of a small zip file, by name. */
function unzip(file: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  for (let at = file.indexOf("PK\u0001\u0002"); at >= 0; at = file.indexOf("PK\u0001\u0002", at + 4)) {
    const [method, size] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)];
    const [nameLength, offset] = [file.readUInt16LE(at + 28), file.readUInt32LE(at + 42)];
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
    const bytes = file.subarray(start, start + size);
    parts.set(name, (method === 8 ? inflateRawSync(bytes) : bytes).toString());
  }
  return parts;
}

describe("exports", () => {
  it.each(HOSTILE)("%j is text in CSV and begins with an apostrophe", (text) => {
    expect(plainText(text)).toBe(`'${text}`);
    const cell = csvLine([text]).replace(/^"/, "");
    expect(cell.startsWith("'")).toBe(true);
  });

  it("leave numbers and ordinary texts alone", () => {
    expect(csvLine([-5, 0.25, "a=b", "深度求索", null, "1-2"])).toBe("-5,0.25,a=b,深度求索,,1-2\r\n");
  });

  it("quote what CSV would take apart", () => {
    expect(csvLine(['say "hi"', "a,b", "x\r\ny"])).toBe('"say ""hi""","a,b","x\r\ny"\r\n');
  });

  it("begin with the mark of UTF-8 and name several tables", () => {
    const sheet = { name: "一", header: ["a"], rows: [[1]] };
    expect(toCsv([sheet])).toBe("\ufeffa\r\n1\r\n");
    expect(toCsv([sheet, { ...sheet, name: "二" }])).toBe("\ufeff一\r\na\r\n1\r\n\r\n二\r\na\r\n1\r\n");
  });

  it("hold no formula in Excel, whatever the texts are, and no character XML cannot carry", async () => {
    const rows = [...HOSTILE, "a\u0000b\u0007c", "</t><f>1+1</f>", "x".repeat(40_000)].map((text) => [text, 12.5]);
    const parts = unzip(await toXlsx([{ name: "a/b*c?[x]", header: ["=header", "n"], rows }]));
    const sheet = [...parts].find(([name]) => name.includes("worksheets/"))![1];
    const all = [...parts.values()].join("\n");
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(all).toContain("&lt;f&gt;1+1");
    expect(all).toContain("abc");
    expect(sheet.match(/<v>12.5<\/v>/g)).toHaveLength(rows.length);
    expect(all).not.toContain("x".repeat(32_768));
  });
});
