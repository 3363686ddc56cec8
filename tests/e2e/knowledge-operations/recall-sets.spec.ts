import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const BOOK = [
  "Alpha opens the yard at dawn.",
  "Bravo counts the lorries at the gate.",
  "Charlie paints the harbour lanterns red.",
  "Delta waters the northern garden.",
  "Echo sweeps the long corridor.",
  "Foxtrot mends harbour ropes in winter.",
  "Golf locks the yard at night.",
];
const CUT = { mode: "separator", maxTokens: 60, overlap: 0, separators: [{ text: "---" }] };
const READ_MS = 60_000;
const RUN_MS = 60_000;

/** The next slice of the book answers each question: a distance of 1 finds what none finds. */
const TABLE = [
  "question,file,words",
  "Who paints lanterns red?,book.txt,Delta waters",
  "Who mends ropes in winter?,book.txt,Golf locks",
  "Who counts the lorries?,book.txt,counts the lorries",
].join("\n");

inBothLanguages("a recall test set", () => {
  test("is imported, run by two settings, applied, and the former parameters come back", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const headers = { authorization: await signIn(await makePerson()) };
    const call = async (method: "get" | "post", path: string, data?: object) =>
      (await (await page.request[method](`/api/knowledge/${path}`, { headers, data })).json()).data;
    const { id } = await call("post", "bases", { name: "Harbour" });
    const files = { name: "book.txt", mimeType: "text/plain", buffer: Buffer.from(BOOK.join("---")) };
    const multipart = { segmentation: JSON.stringify(CUT), files };
    const [file] = (await (await page.request.post(`/api/knowledge/bases/${id}/files`, { headers, multipart })).json())
      .data.items;
    const isReady = async () => (await call("get", `files/${file.id}`)).status;
    await expect.poll(isReady, { timeout: READ_MS }).toBe("ready");
    const own = async () => (await call("get", `bases/${id}/retrieval`)).own;
    const part = "knowledge-operations-tests";

    await page.goto(`/knowledge-center/recall-test?id=${id}&view=sets`);
    await page
      .getByRole("button", { name: t(`${part}.sets.create`) })
      .first()
      .click();
    await page.getByRole("textbox", { name: t(`${part}.sets.name`) }).fill("Harbour questions");
    await page.getByRole("button", { name: t("common.action.save"), exact: true }).click();

    await page.getByRole("button", { name: t(`${part}.items.import`), exact: true }).click();
    const table = (text: string) => ({ name: "questions.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    const input = page.locator('input[type="file"]');
    await input.setInputFiles(table(`${TABLE}\nLost?,nowhere.txt,`));
    await expect(page.getByText(t(`${part}.import.wrong`, { count: 1 }))).toBeVisible();
    await expect(page.getByText(t(`${part}.import.row`, { row: 5 }))).toBeVisible();
    await page.getByRole("button", { name: t(`${part}.import.skip`) }).click();
    await expect(page.getByText(t(`${part}.import.done`, { added: 3 }))).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Who counts the lorries?" })).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await page.getByRole("button", { name: t(`${part}.runs.run`), exact: true }).click();
    await page.getByText(t(`${part}.runs.whichOptions.both`), { exact: true }).click();
    await page.getByRole("spinbutton", { name: t("knowledge-settings.field.selectedCount.label") }).fill("1");
    await page.getByRole("spinbutton", { name: t("knowledge-settings.field.distance.label") }).fill("1");
    await page.getByRole("button", { name: t(`${part}.runs.begin`), exact: true }).click();
    const figures = page.getByRole("table", { name: t(`${part}.result.figures`) });
    await expect(figures).toBeVisible({ timeout: RUN_MS });
    // One of three by the saved settings is selected; with the slices beside them all are there.
    await expect(figures.getByText(t(`${part}.result.verdict.tooFew`)).first()).toBeVisible();
    const results = page.getByRole("table", { name: t(`${part}.result.questions`) });
    await expect(results.getByText(t(`${part}.result.beside`, { rank: 1 })).first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await results
      .getByRole("button", { name: t(`${part}.result.open`, { question: "Who paints lanterns red?" }) })
      .click();
    await expect(page.getByRole("dialog")).toContainText("Delta waters");
    await page.keyboard.press("Escape");

    const second = t(`${part}.result.side.second`);
    await page.getByRole("button", { name: t(`${part}.result.apply`, { side: second }) }).click();
    await page
      .getByRole("dialog", { name: t(`${part}.result.applyTitle`, { side: second }) })
      .getByRole("button", { name: t(`${part}.result.apply`, { side: second }) })
      .click();
    await page.getByRole("link", { name: t(`${part}.result.toBackups`) }).click();
    expect(await own()).toEqual({ selectedCount: 1, distance: 1 });

    await page.getByRole("button", { name: t(`${part}.backups.open`, { name: "Harbour questions" }) }).click();
    await expect(page.getByRole("dialog")).toContainText(t("knowledge-settings.field.distance.label"));
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t(`${part}.backups.restore`), exact: true })
      .click();
    await page
      .getByRole("dialog", { name: t(`${part}.backups.restoreTitle`) })
      .getByRole("button", { name: t(`${part}.backups.restore`), exact: true })
      .click();
    await expect.poll(own).toEqual({});
    await expect(page.getByText(t(`${part}.backups.kind.beforeRestore`))).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await page
      .getByRole("link", { name: t(`${part}.parameters.settings`), exact: true })
      .last()
      .click();
    // The screen of backups has a button of that name too.
    await expect(page).toHaveURL(/parameter-settings/);
    await page.getByRole("button", { name: t(`${part}.parameters.backUp`) }).click();
    await page.getByRole("textbox", { name: t(`${part}.parameters.name`) }).fill("By hand");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t(`${part}.parameters.backUp`) })
      .click();
    await expect(page.getByText(t(`${part}.parameters.backedUp`))).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
});
