import { ModelAccessPage } from "../../pages/model-access-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

const modelPort = Number(process.env.E2E_PORT ?? 3900) + 1;
const address = `http://127.0.0.1:${modelPort}/v1`;
const ROOT = /Head office|总部/;
const KEY = "sk-canary-e2e-1234abcd";

inBothLanguages("models of a department", () => {
  test("are opened from the department, chosen in one go, and say why it has each", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    const token = await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const screen = new ModelAccessPage(page, t);
    const supplier = `supplier ${crypto.randomUUID().slice(0, 8)}`;
    await screen.open();
    await screen.connect({ name: supplier, address, key: KEY, models: ["fake-length", "fake-filter"] });
    await expect(screen.card(supplier).getByRole("switch")).toHaveCount(2);
    const headers = { authorization: token };
    const { data } = await (await page.request.get("/api/admin/model/models", { headers })).json();
    const all = data.items as { id: string; name: string }[];
    const [one, other] = all.filter(({ name }) => /fake-(length|filter)/.test(name)).slice(-2);
    for (const { id } of [one!, other!]) {
      await page.request.patch(`/api/admin/model/models/${id}`, { headers, data: { visibility: "partial" } });
    }

    await page.goto("/system/user-manage/dept-manage");
    // The root has the name of the product's first start.
    await page.getByRole("treeitem").first().getByRole("button").last().click();
    await page.getByRole("menuitem", { name: t("organisation.departments.models") }).click();
    await expect(page).toHaveURL(/model-access\?open=department/);
    await expect(screen.drawer).toContainText(ROOT);
    await screen.drawer.getByRole("searchbox").fill(supplier);
    await screen.drawer.getByRole("checkbox", { name: t("models.department.whole", { count: 2 }) }).check();
    await expect(screen.drawer.getByRole("status")).toHaveText(t("models.department.change", { given: 2, taken: 0 }));
    await screen.drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(screen.drawer).toHaveCount(0);

    await screen.open("?open=department");
    await screen.drawer.getByRole("button", { name: ROOT }).first().click();
    const chosen = screen.drawer.getByRole("checkbox", { name: new RegExp(one!.name) });
    await expect(chosen).toBeChecked();
    await chosen.uncheck();
    await screen.drawer.getByRole("button", { name: t("common.action.save") }).click();
    await expect(screen.drawer).toHaveCount(0);
  });
});
