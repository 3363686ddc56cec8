import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { FileState } from "@/components/features/knowledge/files/file-state";
import { UploadPreview } from "@/components/features/knowledge/files/upload-preview";
// Loaded when it is wanted: here before, so that nobody waits for it.
import "@/components/features/knowledge/segmentation/segmentation-preview";
import { createQueryClient } from "@/lib/client/query-client";
import type { KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import type { FileUpload } from "@/lib/features/knowledge/file-uploads";
import type { Segmentation } from "@/lib/retrieval/types";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const CUT: Segmentation = { mode: "single", maxTokens: 320, overlap: 40 };
const idOf = (at: number) => `01900000-0000-7000-8000-00000000000${at}`;

const file = (at: number, state: Partial<KnowledgeFileDto>) =>
  ({
    ...{
      id: idOf(at),
      versionId: idOf(at),
      name: `${at}.txt`,
      status: "uploaded",
      isHeld: true,
      progress: 0,
      alike: 0,
      refused: 0,
    },
    ...{ finishedAt: null, isAnswering: false, rereading: null, page: null, error: null },
    ...state,
  }) as KnowledgeFileDto;
beforeAll(() => {
  window.matchMedia = (() => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as never;
});

const READ = { status: "uploaded", finishedAt: "2026-01-01T00:00:00.000Z" } as const;

async function open(...files: KnowledgeFileDto[]) {
  const previews = files.map(({ id }) => `POST /api/knowledge/files/${id}/segmentation-preview`);
  const seen = answerCalls(Object.fromEntries(previews.map((call) => [call, { code: 409, message: "没有读完" }])));
  const items = files.map(
    (value, id): FileUpload => ({
      ...{ id, file: new File([], value.name), place: { folder: "" } },
      state: { kind: "stored", value: { ...value, status: "uploaded", finishedAt: null } },
    }),
  );
  const now = new Map(files.map((one) => [one.id, one]));
  // The preview and its texts come by themselves.
  await act(async () => {
    await renderWithTexts(
      <QueryClientProvider client={createQueryClient()}>
        <UploadPreview items={items} now={now} segmentation={CUT} />
      </QueryClientProvider>,
    );
  });
  return seen;
}

test("a file of an upload is previewed by the setting as soon as it is read, another one on demand", async () => {
  const seen = await open(file(1, { status: "parsing" }), file(2, READ), file(3, READ));
  expect(await screen.findByText("没有读完", undefined, { timeout: 5000 })).toBeInTheDocument();
  const asked = () => seen.filter(({ call }) => call.includes("segmentation-preview"));
  expect(asked()).toEqual([
    { call: `POST /api/knowledge/files/${idOf(2)}/segmentation-preview`, body: { segmentations: [CUT] } },
  ]);
  expect(screen.getByText("第 2 个，共 3 个")).toBeInTheDocument();
});

test("while none is read it says so, and of one that cannot be read too", async () => {
  await open(file(1, { status: "parsing" }));
  expect(screen.getByRole("status")).toHaveTextContent("文件解析后即可预览切分结果");
  await open(file(4, { status: "parse_failed", finishedAt: READ.finishedAt }));
  expect(screen.getByText("这个文件无法预览。")).toBeInTheDocument();
});

test("a file that waits leads to its settings; one that is still read does not", async () => {
  await renderWithTexts(<FileState file={file(1, READ)} />);
  expect(screen.getByText("等待切分设置")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "去设置" })).toHaveAttribute("href", `/knowledge-center/re/${idOf(1)}`);
  await renderWithTexts(<FileState file={file(2, {})} />);
  expect(screen.getAllByRole("link", { name: "去设置" })).toHaveLength(1);
});

test("a file some of whose texts were refused says what that means, and is tried again by whoever may", async () => {
  const retry = jest.fn();
  await renderWithTexts(<FileState file={file(1, { status: "ready", isHeld: false, refused: 2 })} onRetry={retry} />);
  fireEvent.click(screen.getByRole("button", { name: "1.txt：2 个切片只能按字词找到，查看原因" }));
  const told = await screen.findByRole("dialog");
  expect(told).toHaveTextContent("Embedding 模型拒绝了 2 个切片的文字");
  expect(within(told).getByRole("link", { name: "查看切片" })).toHaveAttribute(
    "href",
    `/knowledge-center/slice-preview/${idOf(1)}`,
  );
  fireEvent.click(within(told).getByRole("button", { name: "再试一次" }));
  expect(retry).toHaveBeenCalledTimes(1);
});
