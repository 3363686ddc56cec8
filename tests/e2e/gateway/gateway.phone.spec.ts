import { TABS } from "../../../lib/features/gateway/state";
import { GatewayPage } from "../../pages/gateway-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("supplier gateway on a phone", () => {
  test("tabs and drawers fit without scrolling the page sideways", async ({ page, t, makePerson, signIn }) => {
    const token = await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const headers = { authorization: token };
    const models = await (await page.request.get("/api/admin/gateway/models?keyword=fake-echo", { headers })).json();
    const supplierId: string = models.data.items[0].channels[0].supplierId;
    const screen = new GatewayPage(page, t);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await screen.open();
    for (const tab of TABS) {
      await screen.tab(tab);
      await page.waitForLoadState("networkidle");
      expect({ tab, overflow: await overflow() }).toEqual({ tab, overflow: 0 });
    }
    await screen.open(`?open=keys:${supplierId}`);
    const rotate = screen.drawer.getByRole("button", { name: t("gateway.key.rotateOf", { name: "" }).trim() }).first();
    await expect(rotate).toBeInViewport({ ratio: 1 });
    await rotate.tap();
    await expect(screen.drawer.getByLabel(t("gateway.key.form.newSecret")).first()).toBeInViewport({ ratio: 1 });
  });
});
