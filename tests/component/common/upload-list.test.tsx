import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { UploadList } from "@/components/common/upload-list";
import { type Upload, UploadQueue, type UploadState } from "@/lib/ingestion/client/uploads";
import { renderWithTexts } from "@/tests/factories/render";

type Item = Upload<null, null>;
const queue = new UploadQueue<null, null>({
  filesMax: 10,
  sizeMax: 1000,
  send: () => Promise.resolve(null),
  onStored: () => undefined,
});
const upload = (id: number, name: string, state: UploadState<null>): Item => ({
  id,
  file: new File(["x"], name),
  place: null,
  state,
});
const DONE = upload(1, "done.txt", { kind: "stored", value: null });
const REFUSED = upload(2, "run.exe", { kind: "refused", reason: "type", message: "", canRetry: false });
const SENDING = upload(3, "going.txt", { kind: "sending", share: 0.5 });

const show = (items: readonly Item[]) => (
  <UploadList uploads={queue} items={items} filesMax={10} sizeMax={1000} onOpen={() => undefined} />
);
const rows = () => screen.queryAllByRole("listitem").map((row) => /[a-z]+\.[a-z]+/.exec(row.textContent)?.[0]);

it("puts what failed first, and folds what is done once nothing is under way", async () => {
  const { rerenderWithTexts } = await renderWithTexts(show([DONE, REFUSED, SENDING]), "en_US");
  expect(rows()).toEqual(["run.exe", "done.txt", "going.txt"]);
  rerenderWithTexts(show([DONE, REFUSED]));
  expect(rows()).toEqual(["run.exe"]);
  await userEvent.click(screen.getByRole("button", { name: "Show files" }));
  expect(rows()).toEqual(["run.exe", "done.txt"]);
});
