import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSyncExternalStore } from "react";
import { AttachmentList } from "@/components/chat/files/attachment-list";
import { DialogHost } from "@/components/common/dialog-host";
import { saveDraftFiles } from "@/lib/client/drafts";
import { type Attachments, attachmentsOf } from "@/lib/features/chat/attachments";
import type { ChatFileDto } from "@/lib/features/chat/dto";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const ID = "01900000-0000-7000-8000-000000000001";
const readings = [
  { encoding: "gb18030", preview: "ど,120" },
  { encoding: "big5", preview: "升,120" },
];
const file: ChatFileDto = {
  id: ID,
  name: "价格.csv",
  size: 10,
  type: "text/csv",
  sha256: "a",
  versionId: ID,
  format: "csv",
  state: "ready",
  progress: 100,
  error: null,
  encoding: { name: "gb18030", isCertain: false, readings },
};

function List({ store }: { store: Attachments }) {
  const items = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  return <AttachmentList store={store} items={items} onRemoved={() => undefined} />;
}

it("asks for the encoding of a text that two read alike, and has it read as chosen before it is asked about", async () => {
  const read = { ...file, encoding: { name: "big5", isCertain: true, readings } };
  const seen = answerCalls({
    "GET /api/chat/files": { data: { items: [file] } },
    [`POST /api/chat/files/${ID}/encoding`]: { data: read },
  });
  saveDraftFiles("chat:encoding", [ID]);
  const store = attachmentsOf("chat:encoding", { files: 10, bytes: 1000 });
  await renderWithTexts(
    <>
      <List store={store} />
      <DialogHost />
    </>,
  );
  // Within it the texts of the notice are waited for.
  await act(() => store.restore());
  expect(await screen.findByText("“价格.csv”可能是另一种编码，目前按简体中文（GB18030）读取")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "选择编码" }));
  const dialog = await screen.findByRole("dialog", { name: "文件的编码" });
  await userEvent.click(within(dialog).getByRole("radio", { name: "繁体中文（Big5）" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "重新读取" }));
  expect(seen).toContainEqual({ call: `POST /api/chat/files/${ID}/encoding`, body: { encoding: "big5" } });
  expect(await screen.findByText("价格.csv")).toBeVisible();
  expect(screen.queryByRole("button", { name: "选择编码" })).toBeNull();
});

it("shows what was refused first, and takes all of it out at once", async () => {
  answerCalls({ "GET /api/chat/files": { data: { items: [file] } } });
  saveDraftFiles("chat:refused", [ID]);
  const store = attachmentsOf("chat:refused", { files: 10, bytes: 1000 });
  await renderWithTexts(<List store={store} />, "en_US");
  await act(() => store.restore());
  act(() => store.add([new File(["x"], "run.exe"), new File([], "nothing.txt")]));
  const rows = screen.getAllByRole("listitem");
  expect(rows.map((row) => within(row).queryByRole("alert") !== null)).toEqual([true, true, false]);
  await userEvent.click(screen.getByRole("button", { name: "Remove the 2 files that were not added" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  expect(screen.getByText("价格.csv")).toBeVisible();
});
