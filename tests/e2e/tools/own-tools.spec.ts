import { startOwnApi } from "../../fakes/own-api.mjs";
import { OwnToolsPage } from "../../pages/own-tools-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

// The one API of this machine that people may reach: the journeys use it one after another.
test.describe.configure({ mode: "serial" });

let api: Awaited<ReturnType<typeof startOwnApi>>;
test.beforeAll(async () => {
  api = await startOwnApi({ port: Number(process.env.E2E_PORT ?? 3900) + 2 });
});
test.afterAll(() => api.close());

const KEY = "canary-e2e-own/9+4";

inBothLanguages("own tools", () => {
  test("one is made by hand, tried, changed and stopped by whoever looks after tools", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const maker = await makePerson();
    await signIn(maker);
    const bodies: string[] = [];
    page.on("response", async (response) => {
      if (response.url().includes("/api/apps/tools")) bodies.push(await response.text().catch(() => ""));
    });
    const screen = new OwnToolsPage(page, t);
    const name = `Parcels ${crypto.randomUUID().slice(0, 8)}`;
    await screen.open("/apps/add-api-tool", t("tools-own.hand.title"));
    const basics = screen.section(t("tools-own.hand.basics"));
    await basics.getByRole("textbox").first().fill(name);
    await basics.getByRole("textbox").last().fill("Finds a parcel by its number");
    await screen.section(t("tools-own.hand.request")).getByRole("textbox").fill(`${api.url}/parcels/{number}`);
    await screen.button(t("tools-own.hand.create")).click();
    await expect(page.getByText(t("validation.placeholderMissing"))).toBeVisible();
    await screen.button(t("tools-own.parameter.fill")).click();
    await screen.button(t("tools-own.parameter.remove", { number: 1 })).click();
    await screen.choose(t("tools.auth.kind"), t("tools.auth.query"));
    const auth = screen.section(t("tools.auth.title"));
    await auth.getByLabel(t("tools.auth.queryName")).fill("key");
    await auth.getByLabel(t("tools.auth.key")).fill(KEY);
    await screen.button(t("tools-own.hand.create")).click();
    await expect(page).toHaveURL(/add-api-tool\?id=/);

    const trial = screen.section(t("tools-own.try.title"));
    await trial.getByLabel("number").fill("4 2");
    await screen.run();
    await expect(trial).toContainText(t("tools-own.try.status", { status: 200 }));
    await expect(trial).toContainText(`GET ${api.url}/parcels/4%202?key=***`);
    expect(api.state.seen.at(-1)).toMatchObject({ query: `?${new URLSearchParams({ key: KEY })}` });

    // Another address does not get the stored key.
    await page.reload();
    await screen.section(t("tools-own.hand.request")).getByRole("textbox").fill(`${api.url}/others/{number}`);
    await screen.button(t("tools-own.hand.save")).click();
    await expect(auth.getByText(t("validation.required"))).toBeVisible();
    await auth.getByLabel(t("tools.auth.key")).fill(KEY);
    await screen.button(t("tools-own.hand.save")).click();
    await expect(auth.getByText(t("tools.auth.secretKeep"))).toBeVisible();
    expect(bodies.length).toBeGreaterThan(3);
    expect(bodies.join("\n")).not.toContain("canary");

    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    await page.goto("/system/system-manage/sys-common?tab=people");
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row).toContainText(`${api.url}/others/`);
    await row.getByRole("button", { name: t("tools.people.blockFor", { name }) }).click();
    await page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .getByRole("button", { name: t("tools.people.block"), exact: true })
      .click();
    await expect(row).toContainText(t("tools.people.blocked"));
    await signIn(maker);
    await screen.open("/apps/add-api-tool", t("tools-own.hand.title"));
    await expect(screen.list.getByText(t("tools-own.list.blocked"))).toBeVisible();
    await expect(screen.list.getByRole("switch")).toBeDisabled();
  });

  test("600 operations are read, some become tools, and reading again shows what changed", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    await signIn(await makePerson());
    Object.assign(api.state, { operations: 300, remark: 200 });
    const screen = new OwnToolsPage(page, t);
    await screen.open("/apps/custom-import", t("tools-own.import.title"));
    await page.getByLabel(t("tools-own.import.address")).fill(`${api.url}/openapi.json`);
    await screen.button(t("tools-own.import.read")).click();
    const operations = screen.section(t("tools-own.import.operations"));
    await operations.getByLabel(t("tools-own.operation.search")).fill("/orders/0/");
    await operations.getByRole("checkbox", { name: /^Order 0/ }).click();
    await operations.getByRole("checkbox", { name: /^Change order 0/ }).click();
    await screen.button(t("tools-own.import.create", { count: 2 })).click();
    await expect(page).toHaveURL(/custom-import\?id=/);
    await expect(screen.list).toContainText(t("tools-own.list.tools", { count: 2 }));

    Object.assign(api.state, { operations: 301, remark: 9 });
    await screen.button(t("tools-own.import.readAgain")).click();
    await expect(page.getByText(t("tools-own.import.compared", { added: 2, changed: 1, removed: 0 }))).toBeVisible();
    await operations.getByRole("radio", { name: new RegExp(`^${t("tools-own.operation.changed")}`) }).click();
    await operations
      .getByRole("button", { name: t("tools-own.operation.details", { name: "Order 0" }), exact: true })
      .click();
    await expect(operations.locator("del").filter({ hasText: /\b200\b/ })).toBeVisible();
    await screen.button(t("tools-own.import.update", { count: 2 })).click();
    await expect(screen.section(t("tools-own.import.current"))).toBeVisible();

    // What it leads to now is not what was shown.
    await screen.button(t("tools-own.import.readAgain")).click();
    await expect(operations).toBeVisible();
    api.state.server = `${api.url}/moved`;
    await screen.button(t("tools-own.import.update", { count: 2 })).click();
    await expect(page.getByText(t("errors.operationMoved"))).toBeVisible();
    api.state.server = "";
  });
});
