import { readFileSync } from "node:fs";
import path from "node:path";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const READ_MS = 60_000;
const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

inBothLanguages("files of a knowledge base", () => {
  test("they come in and are read before one's eyes, are dated, tagged, deleted and taken back", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson());
    const made = await page.request.post("/api/knowledge/bases", {
      headers: { authorization: token },
      data: { name: "Leases" },
    });
    const { id } = (await made.json()).data as { id: string };
    const words = (key: string, values?: Record<string, string | number>) => t(`knowledge-files.${key}`, values);

    await page.goto(`/knowledge-center/kb-config-information/data-set?id=${id}`);
    await page
      .getByRole("link", { name: words("upload.button") })
      .first()
      .click();
    await page.waitForURL(/\/upload-data\//);
    const choose = async (...files: ReturnType<typeof file>[]) => {
      const asked = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: words("upload.chooseFiles"), exact: true }).click();
      await (await asked).setFiles(files);
    };
    await choose(
      file("lease.txt", "The lease of the north office ends on 31 March 2027.\n"),
      file("again.txt", "The lease of the north office ends on 31 March 2027.\n"),
      file("program.exe", "MZ"),
    );
    await page.getByRole("button", { name: words("upload.next") }).click();
    // Read meanwhile, and cut once that is asked for.
    const preview = page.getByRole("region", { name: words("upload.preview"), exact: true });
    await expect(preview.locator("[data-bracket]")).toHaveCount(1, { timeout: READ_MS });
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: words("upload.start") }).click();
    await expect(page.getByText(words("state.ready"), { exact: true })).toHaveCount(1, { timeout: READ_MS });
    await expect(page.getByText(t("ingestion.upload.duplicate"), { exact: true })).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await page.getByRole("link", { name: words("upload.toFiles") }).click();
    // The two say the same and come at once: whichever is first is taken in.
    const link = page.getByRole("link", { name: /^(lease|again)\.txt$/ });
    const name = (await link.textContent())?.trim() ?? "";
    const row = page.getByRole("row").filter({ has: link });
    await expect(row).toContainText(words("state.ready"));
    const command = async (key: string) => {
      await row.getByRole("button", { name: words("more", { name }) }).click();
      await page.getByRole("menuitem", { name: words(`command.${key}`) }).click();
    };
    await command("details");
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel(words("details.validUntil")).fill("2020-01-31");
    expect(await findings(page)).toEqual([]);
    await drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(drawer).toHaveCount(0);
    await page.getByRole("button", { name: words("review.button") }).click();
    await expect(row).toBeVisible();
    await page.getByRole("button", { name: words("review.button") }).click();

    await command("tag");
    await drawer.getByLabel(words("tags.add")).fill("rent");
    await page.keyboard.press("Enter");
    await drawer.getByRole("button", { name: words("command.save") }).click();
    await expect(row).toContainText("rent");
    await command("delete");
    await expect(row).toHaveCount(0);
    await page.getByRole("button", { name: t("common.action.undo") }).click();
    await expect(row).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  test("one is read anew, compared page by page and taken over, then copied to another base", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson());
    const headers = { authorization: token };
    const base = async (name: string) => {
      const made = await page.request.post("/api/knowledge/bases", { headers, data: { name } });
      return ((await made.json()).data as { id: string }).id;
    };
    const [id, other] = [await base("Scans"), await base("Archive")];
    const buffer = readFileSync(path.resolve("tests/fixtures/documents/part-scan.pdf"));
    const files = { name: "rates.pdf", mimeType: "application/pdf", buffer };
    await page.request.post(`/api/knowledge/bases/${id}/files`, { headers, multipart: { files } });
    const words = (key: string, values?: Record<string, string | number>) => t(`knowledge-files.${key}`, values);
    const row = page.getByRole("row").filter({ hasText: "rates.pdf" });
    const dialog = page.getByRole("dialog");
    const command = async (name: string) => {
      await row.getByRole("button", { name: words("more", { name: "rates.pdf" }) }).click();
      await page.getByRole("menuitem", { name: words(`command.${name}`) }).click();
    };
    await page.goto(`/knowledge-center/kb-config-information/data-set?id=${id}`);
    await expect(row).toContainText(words("state.ready"), { timeout: READ_MS });

    await command("reread");
    await expect(dialog).toContainText(words("reread.pages"));
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole("button", { name: words("reread.start") }).click();
    await row.getByRole("link", { name: words("state.rereading.ready") }).click({ timeout: READ_MS });
    const after = page.getByRole("region", { name: t("knowledge-slices.rereading.after") });
    await expect(after).toContainText("image/jpeg");
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: t("knowledge-slices.rereading.take") }).click();
    await expect(page).not.toHaveURL(/compare=1/);

    await page.goto(`/knowledge-center/kb-config-information/data-set?id=${id}`);
    await expect(row).toContainText(words("state.ready"), { timeout: READ_MS });
    await command("copy");
    await dialog.getByLabel(words("move.base")).click();
    await page.getByRole("option", { name: "Archive" }).click();
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole("button", { name: words("command.copy") }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto(`/knowledge-center/kb-config-information/data-set?id=${other}`);
    await expect(row).toContainText(words("state.ready"), { timeout: READ_MS });
    await page.getByRole("button", { name: words("pages.button") }).click();
    await dialog.getByLabel(words("pages.addresses")).fill("nonsense");
    await expect(dialog).toContainText(words("pages.wrong", { address: "nonsense" }));
    expect(await findings(page)).toEqual([]);
  });
});
