import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ReaderPanel } from "@/components/reader/reader-panel";
import { ReaderSheet } from "@/components/reader/reader-sheet";
import type { Citation, ResolvedCitation } from "@/lib/citations/dto";
import { createQueryClient } from "@/lib/client/query-client";
import { renderWithTexts } from "@/tests/factories/render";

const OLD = "01900000-0000-7000-8000-000000000001";
const NEW = "01900000-0000-7000-8000-000000000002";

const citation = (id: number, patch: Partial<Citation> = {}): Citation => ({
  id,
  number: id,
  fileId: OLD,
  versionId: OLD,
  fileName: "差旅管理办法.txt",
  format: "txt",
  parser: 1,
  place: { kind: "section", part: 1 },
  from: 0,
  to: 4,
  quote: "第十二条",
  quoteHash: "0".repeat(64),
  supported: true,
  ...patch,
});

const documentOf = (versionId: string, replacedBy: { versionId: string } | null = null) => ({
  versionId,
  fileId: OLD,
  fileName: versionId === OLD ? "差旅管理办法.txt" : "差旅管理办法（新）.txt",
  format: "txt",
  size: 10,
  title: "",
  language: "zh-Hans",
  parser: 1,
  characters: 10,
  parts: [{ kind: "section", number: 1, from: 0, to: 10 }],
  outline: [],
  pieces: [],
  warnings: [],
  replacedBy,
});

const exact = (replacedBy: { versionId: string } | null = null): ResolvedCitation => ({
  state: "exact",
  versionId: OLD,
  fileName: "差旅管理办法.txt",
  place: { kind: "section", part: 1 },
  from: 0,
  to: 4,
  rects: [],
  replacedBy,
});

interface Answers {
  documents?: Record<string, unknown>;
  /** Code and data instead of the document. */
  refusal?: { code: number; data: unknown; message: string };
  resolved?: ResolvedCitation[];
}

/** The server as far as the reader asks it. */
function serve({ documents = { [OLD]: documentOf(OLD) }, refusal, resolved = [] }: Answers): void {
  const json = (code: number, data: unknown, message = "") =>
    ({
      ok: code === 200,
      status: code,
      headers: new Headers(),
      json: async () => ({ code, data, message }),
    }) as Response;
  globalThis.fetch = jest.fn(async (url: string) => {
    if (url.endsWith("/resolve")) return json(200, resolved);
    if (refusal) return json(refusal.code, refusal.data, refusal.message);
    return json(200, documents[url.split("/").at(-1) ?? ""]);
  }) as unknown as typeof fetch;
}

async function open(citations: Citation[] = [], onActiveChange: (id: number) => void = () => undefined) {
  return renderWithTexts(
    <QueryClientProvider client={createQueryClient()}>
      <ReaderPanel
        versionId={OLD}
        citations={citations}
        activeId={citations[0]?.id ?? null}
        onActiveChange={onActiveChange}
      />
    </QueryClientProvider>,
  );
}

const before = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = before;
});

it("says that a quote was not found, and marks nothing", async () => {
  serve({ resolved: [{ state: "lost", versionId: OLD, fileName: "差旅管理办法.txt", replacedBy: null }] });
  await open([citation(1)]);
  expect(await screen.findAllByText("没有在文件中找到这段引文，因此未做任何标记")).not.toHaveLength(0);
  expect(document.querySelector("mark")).toBeNull();
});

it("shows the cited version of a replaced file, with the way to the newer one and back", async () => {
  const replacedBy = { versionId: NEW };
  serve({ documents: { [OLD]: documentOf(OLD, replacedBy), [NEW]: documentOf(NEW) }, resolved: [exact(replacedBy)] });
  await open([citation(1)]);
  await userEvent.click(await screen.findByRole("button", { name: "查看新版本" }));
  expect(await screen.findByText("差旅管理办法（新）.txt")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "回到被引用的版本" }));
  expect(await screen.findByText("差旅管理办法.txt")).toBeVisible();
});

it("tells neither name nor words of a source that is gone", async () => {
  serve({
    refusal: { code: 404, data: { error: "notFound" }, message: "不存在" },
    resolved: [{ state: "gone" }, { state: "gone" }],
  });
  await open([citation(1), citation(2, { versionId: NEW })]);
  expect(await screen.findByRole("heading", { name: "来源已移除" })).toBeVisible();
  expect(await screen.findAllByRole("button", { name: "来源已移除" })).toHaveLength(2);
  expect(screen.queryByText(/差旅/)).toBeNull();
  expect(screen.queryByText(/第十二条/)).toBeNull();
});

it("waits for a file that is still being read, and says how far that is", async () => {
  const data = { error: "documentNotReady", status: "parsing", progress: 40, fileName: "大文件.pdf", format: "pdf" };
  serve({ refusal: { code: 409, data, message: "文件尚未就绪" } });
  await open();
  expect(await screen.findByText("正在解析这份文件")).toBeVisible();
  expect(screen.getByRole("meter", { name: "已解析 40%" })).toBeInTheDocument();
});

it("whose text is missing on the server shows that it is read again, in place of what was loaded", async () => {
  serve({ resolved: [{ state: "reading", versionId: OLD, fileName: "差旅管理办法.txt", replacedBy: null }] });
  const first = globalThis.fetch;
  const data = {
    error: "documentNotReady",
    status: "parsing",
    progress: 70,
    fileName: "差旅管理办法.txt",
    format: "txt",
  };
  let asked = 0;
  globalThis.fetch = jest.fn(async (url: string, init?: RequestInit) => {
    if (url.endsWith("/resolve") || ++asked === 1) return first(url, init);
    return { ok: false, status: 409, headers: new Headers(), json: async () => ({ code: 409, data, message: "" }) };
  }) as unknown as typeof fetch;
  await open([citation(1)]);
  expect(await screen.findByText("正在解析这份文件")).toBeVisible();
  expect(screen.getByRole("meter", { name: "已解析 70%" })).toBeInTheDocument();
});

it("gives the cause of a file that could not be read", async () => {
  const data = { error: "documentEncrypted", status: "parse_failed", progress: 0, fileName: "a.pdf", format: "pdf" };
  serve({ refusal: { code: 422, data, message: "文件已加密，无法读取" } });
  await open();
  expect(await screen.findByText("文件已加密，无法读取")).toBeVisible();
});

it("walks the sources by button and by Alt with the arrows, not from a field", async () => {
  serve({ resolved: [exact(), exact(), exact()] });
  const onActiveChange = jest.fn();
  // The third cites the words of the first, and is no step of its own.
  await open([citation(1), citation(2, { from: 4, to: 8 }), citation(3)], onActiveChange);
  expect(await screen.findByText("来源 1 / 2")).toBeVisible();
  await userEvent.click(await screen.findByRole("button", { name: "下一处来源（Alt+↓）" }));
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(onActiveChange.mock.calls).toEqual([[2], [2]]);
  await userEvent.click(screen.getByRole("button", { name: "在原文中查找（Ctrl+F）" }));
  expect(screen.getByRole("textbox", { name: "在原文中查找" })).toHaveFocus();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(onActiveChange).toHaveBeenCalledTimes(2);
});

it("on a phone, Escape closes the search first and the sheet after it", async () => {
  serve({});
  const onClose = jest.fn();
  await renderWithTexts(
    <QueryClientProvider client={createQueryClient()}>
      <ReaderSheet versionId={OLD} citations={[]} activeId={null} onActiveChange={() => undefined} onClose={onClose} />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: /^在原文中查找/ }));
  const field = await screen.findByPlaceholderText(/./);
  expect(field).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(field).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
});
