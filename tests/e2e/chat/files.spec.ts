import { ChatFilesPage } from "../../pages/chat-files-page";
import { textFile } from "../../pages/documents-page";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const HOTEL = "The hotel rate in first-tier cities is at most 600 yuan a night.";
const TRAIN = "Trains are booked in second class unless the journey takes more than six hours.";
const HOSTILE = "<img src=x onerror=alert(1)>.txt";
const picture = (name: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
});

inBothLanguages("files in chat", () => {
  test("an answer cites the files; a mark opens exactly their words, also after a reload and for the next question", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const chat = new ChatFilesPage(page, t);
    await chat.open();
    await chat.pickModel("fake-reader");
    await chat.choose(textFile("hotels.md", `${HOTEL}\n`));
    await chat.give("drop", textFile("trains.txt", `${TRAIN}\n`), page.getByRole("heading", { level: 1 }));
    await chat.allReady(2);
    expect(await findings(page)).toEqual([]);
    await chat.ask("What do hotels and trains cost?");
    await expect(chat.attached).toHaveCount(0);
    await expect(chat.sent.getByRole("listitem")).toContainText(["hotels.md", "trains.txt"]);
    const answer = await chat.answered();
    const marks = chat.marks(answer);
    await expect(marks).toHaveCount(2);
    for (const index of [0, 1]) {
      const mark = marks.nth(index);
      const id = (await mark.getAttribute("data-mark")) ?? "";
      await mark.click();
      await expect(mark).toHaveAttribute("aria-pressed", "true");
      expect([HOTEL, TRAIN]).toContain((await chat.marked(id)).trim());
    }
    await expect(answer).not.toContainText("[^c");
    expect(await findings(page)).toEqual([]);

    await page.reload();
    await chat.ready();
    await expect(chat.marks(await chat.answered())).toHaveCount(2);
    await chat.pickModel("fake-reader");
    await chat.ask("And the trains?");
    await expect(chat.questions).toHaveCount(2);
    await expect(chat.marks(await chat.answered())).toHaveCount(2);
    // A file of a question opens whole.
    await chat.sent.getByRole("button", { name: t("chat.files.open", { name: "trains.txt" }) }).click();
    const reader = page.getByRole("region", { name: t("reader.title"), exact: true });
    await expect(reader).toContainText(TRAIN);
  });

  test("refused files say why while the others go on; the rest is found again with the draft", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const chat = new ChatFilesPage(page, t);
    await chat.open();
    await chat.choose(
      textFile("hotels.md", `${HOTEL}\n`),
      textFile("run.exe", "MZ"),
      { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nnothing of a file") },
      textFile("nothing.txt", ""),
      textFile(HOSTILE, `${TRAIN}\n`),
    );
    await expect(chat.file("run.exe").getByRole("alert")).toHaveText(t("chat.files.refused.type"));
    await expect(chat.file("nothing.txt").getByRole("alert")).toHaveText(t("chat.files.refused.empty"));
    await expect(chat.file("broken.pdf").getByRole("alert")).toHaveText(t("errors.documentBroken"));
    await chat.allReady(2);
    await expect(chat.file(HOSTILE)).toBeVisible();
    await chat.choose(textFile("again.md", `${HOTEL}\n`));
    await expect(chat.file("again.md").getByRole("alert")).toHaveText(t("chat.files.refused.duplicate"));
    expect(await findings(page)).toEqual([]);

    await page.reload();
    await chat.ready();
    await chat.allReady(2);
    await expect(chat.attached).toHaveCount(2);
    await chat.remove("hotels.md");
    await expect(chat.attached).toHaveCount(1);
    await expect(chat.input).toBeFocused();
    await chat.choose(...Array.from({ length: 10 }, (_, index) => textFile(`note-${index}.txt`, `Note ${index}.\n`)));
    await expect(chat.file("note-9.txt").getByRole("alert")).toHaveText(t("chat.files.refused.many", { max: 10 }));
    await chat.allReady(10);
    await page.goto("/personal/document/document-analysis");
    await expect(page.getByRole("heading", { name: t("documents.empty.title") })).toBeVisible();
  });

  test("a picture goes to a model that sees, and is told of one that does not", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    const chat = new ChatFilesPage(page, t);
    await chat.open();
    await chat.pickModel("fake-echo");
    await chat.give("paste", picture("dot.png"), chat.input);
    await chat.allReady(1);
    await chat.input.fill("What is it?");
    await expect(page.getByText(t("errors.modelCannotSee"))).toBeVisible();
    await expect(chat.send).toBeDisabled();
    await chat.pickModel("fake-vision");
    await chat.send.click();
    const answer = await chat.finished("fake-vision");
    await expect(answer).toContainText("image/png of 70 bytes");
    await chat.sent.getByRole("button", { name: t("chat.files.enlarge", { name: "dot.png" }) }).click();
    const dialog = page.getByRole("dialog", { name: "dot.png" });
    await expect(dialog.getByRole("img", { name: "dot.png" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  test("a file that was deleted is told of by its citation and by a re-answer", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson());
    const chat = new ChatFilesPage(page, t);
    await chat.open();
    await chat.pickModel("fake-reader");
    await chat.choose(textFile("hotels.md", `${HOTEL}\n`));
    await chat.allReady(1);
    await chat.ask("What do hotels cost?");
    await expect(chat.marks(await chat.answered())).toHaveCount(1);
    const [, session] = /id=([\w-]+)/.exec(page.url()) ?? [];
    const headers = { authorization: token };
    const sessions = await (await page.request.get("/api/chat/sessions", { headers })).json();
    const at = session ?? sessions.data.items[0].id;
    const { data } = await (await page.request.get(`/api/chat/sessions/${at}/messages`, { headers })).json();
    const { fileId } = data.items[0].parts[0];
    expect((await page.request.delete(`/api/chat/files/${fileId}`, { headers })).status()).toBe(200);
    await page.reload();
    await chat.ready();
    const answer = await chat.answered();
    await expect(answer).toContainText(t("chat.sources.removed"));
    await answer.getByRole("button", { name: t("chat.answer.reAnswer", { used: 0, max: 5 }) }).click();
    await expect(page.getByText(t("errors.chatFileGone"))).toBeVisible();
  });
});
