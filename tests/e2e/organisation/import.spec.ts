import { readFile } from "node:fs/promises";
import type { Download, Locator } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const csvFile = (rows: string[]) => ({
  name: "people.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(["Account,Name,Department path,Phone", ...rows].join("\n")),
});
const rowsOf = async (download: Download) => readSheet(await readFile(await download.path()));

inBothLanguages("Import of people", () => {
  test("template, a file with errors, a corrected one, codes once, and the first login", async ({
    page,
    browser,
    baseURL,
    productLocale,
    t,
    makePerson,
    signIn,
  }) => {
    const session = await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const tree = await page.request.get("/api/admin/org/departments", { headers: { authorization: session } });
    const { items } = ((await tree.json()) as { data: { items: { name: string; parentId: string | null }[] } }).data;
    const root = items.find(({ parentId }) => parentId === null)?.name ?? "";
    const account = `imp${crypto.randomUUID().slice(0, 8)}`;
    await page.goto("/system/user-manage/user-manage");
    await page.getByRole("button", { name: t("organisation-imports.open"), exact: true }).click();
    const drawer = page.getByRole("dialog");
    const pressing = async (button: Locator) => {
      const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
      return download;
    };
    const template = await pressing(drawer.getByRole("button", { name: t("organisation-imports.file.template") }));
    expect((await rowsOf(template))[0]?.[0]).toBe(`${t("organisation-imports.heading.users.account")}*`);

    const file = drawer.getByTestId("import-file");
    const upload = drawer.getByRole("button", { name: t("organisation-imports.upload") });
    await file.setInputFiles({ name: "people.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") });
    await expect(drawer.getByText(t("organisation-imports.file.wrongType"))).toBeVisible();
    await expect(upload).toBeDisabled();

    await file.setInputFiles(csvFile([`${account},张伟,${root},123`, "bad account,李娜,Nowhere,"]));
    await upload.click();
    await expect(drawer.getByText(t("organisation-imports.refusedTitle", { rows: 2 }))).toBeVisible();
    const errors = drawer.getByRole("table");
    await expect(errors.getByText(t("organisation-imports.reason.phone"))).toBeVisible();
    await expect(errors.getByText(t("organisation-imports.reason.departmentRoot"))).toBeVisible();
    expect(await findings(page)).toEqual([]);
    const refused = await pressing(drawer.getByRole("button", { name: t("organisation-imports.downloadRefused") }));
    expect((await rowsOf(refused)).length).toBe(3);

    await drawer.getByRole("button", { name: t("organisation-imports.tryAgain") }).click();
    await file.setInputFiles(csvFile([`${account},张伟,${root},13800138000`]));
    await upload.click();
    await expect(drawer.getByText(t("organisation-imports.readyTitle"))).toBeVisible();
    // The check waits for its person, also when the page was closed.
    await page.reload();
    await page.getByRole("button", { name: t("organisation-imports.open"), exact: true }).click();
    await drawer.getByRole("button", { name: t("organisation-imports.confirm", { count: 1 }) }).click();
    await expect(drawer.getByText(t("organisation-imports.doneTitle"))).toBeVisible();
    const codes = await rowsOf(
      await pressing(drawer.getByRole("button", { name: t("organisation-imports.downloadCodes") })),
    );
    expect(codes[1]?.[0]).toBe(account);
    await expect(drawer.getByText(t("organisation-imports.codesTaken"))).toBeVisible();
    await drawer.getByRole("button", { name: t("organisation-imports.history.title") }).click();
    await expect(drawer.getByText(t("organisation-imports.status.done")).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("row").filter({ hasText: account })).toBeVisible();

    const context = await browser.newContext({ baseURL });
    await context.addCookies([{ name: "current-locale", value: productLocale, url: baseURL ?? "" }]);
    const login = await context.request.post("/api/token/login-pw", {
      data: { username: account, password: String(codes[1]?.[2]) },
      headers: { origin: baseURL ?? "" },
    });
    const { token } = ((await login.json()) as { data: { token: string } }).data;
    const change = await context.request.post("/api/admin/user/change-password", {
      data: { oldPassword: String(codes[1]?.[2]), newPassword: "Secret456" },
      headers: { authorization: token },
    });
    expect(change.status()).toBe(200);
    const again = await context.request.post("/api/token/login-pw", {
      data: { username: account, password: "Secret456" },
      headers: { origin: baseURL ?? "" },
    });
    expect(again.status()).toBe(200);
    await context.close();
  });
});
