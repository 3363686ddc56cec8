import { mediaType } from "@/lib/files/media-type";
import { formatOf, isOldOffice, READABLE_EXTENSIONS } from "@/lib/parsing/formats";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { fixture, inspectBytes, readBytes } from "@/tests/factories/parsing";
import { unzip } from "@/tests/factories/unzip";
import { zip } from "@/tests/factories/zip";

jest.setTimeout(60_000);
afterAll(closeIdleChildren);

/** The same file with parts under other names, wherever they are named. */
function renamed(name: string, parts: Readonly<Record<string, string>>): Uint8Array {
  const entries = [...unzip(fixture(name))];
  const said = (text: string) =>
    Object.entries(parts).reduce((all, [from, to]) => all.replaceAll(`${from}.xml`, `${to}.xml`), text);
  return zip(entries.map(([path, text]) => [said(path), /rels$|Types/.test(path) ? said(text) : text]));
}

function withMacros(name: string): Uint8Array {
  return zip([...unzip(fixture(name)), ["word/vbaProject.bin", "Sub AutoOpen()"]]);
}

describe("office files whose parts have other names", () => {
  it.each([
    ["report.docx", "docx", { "/document": "/document2", styles: "styles2", numbering: "numbering2" }],
    ["report.docx", "docx", { "/document": "/text1", footnotes: "notes3" }],
    ["table.xlsx", "xlsx", { "/workbook": "/book1", styles: "looks", sharedStrings: "words" }],
    ["slides.pptx", "pptx", { "/presentation": "/show" }],
  ] as const)("reads %s as %s with %j", async (name, format, parts) => {
    const [bytes, usual] = [renamed(name, parts), await readBytes(fixture(name), format)];
    expect(await mediaType(bytes)).toBe(await mediaType(fixture(name)));
    await expect(inspectBytes(bytes, format)).resolves.toMatchObject({ isScanned: false });
    const read = await readBytes(bytes, format);
    expect(read.blocks).toEqual(usual.blocks);
    expect(read.text).toBe(usual.text);
  });

  it("is broken without a main part", async () => {
    const bytes = zip([...unzip(fixture("report.docx"))].filter(([name]) => name !== "word/document.xml"));
    await expect(inspectBytes(bytes, "docx")).rejects.toMatchObject({ key: "documentBroken" });
    await expect(readBytes(bytes, "docx")).rejects.toMatchObject({ key: "documentBroken" });
  });
});

describe("office files with macros", () => {
  it.each([
    ["memo.docm", "docx", "请在周五前确认。"],
    ["stock.xlsm", "xlsx", "12"],
  ] as const)("reads the words of %s and tells that it has macros", async (name, format, words) => {
    const bytes = withMacros(name);
    expect(READABLE_EXTENSIONS).toContain(name.split(".")[1]);
    expect(formatOf(name, await mediaType(bytes))).toBe(format);
    const read = await readBytes(bytes, format);
    expect(read.text).toContain(words);
    expect(read.text).not.toContain("AutoOpen");
    expect(read.index.warnings).toEqual([{ kind: "macros", count: 1 }]);
  });
});

describe("binary office files", () => {
  it("are told from what is no document at all", async () => {
    const type = await mediaType(fixture("stock.xls"));
    expect([formatOf("stock.xls", type), isOldOffice("stock.xls"), isOldOffice("Brief.DOC")]).toEqual([
      null,
      true,
      true,
    ]);
    expect(["a.docx", "a.docm", "doc", "a.exe"].filter(isOldOffice)).toEqual([]);
  });

  it("are known under a newer name", async () => {
    expect(formatOf("stock.xlsx", await mediaType(fixture("stock.xls")))).toBe("xlsx");
    await expect(inspectBytes(fixture("stock.xls"), "xlsx")).rejects.toMatchObject({ key: "documentOldFormat" });
  });
});
