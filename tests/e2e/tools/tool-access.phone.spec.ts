import { ToolAccessPage } from "../../pages/tool-access-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("tool access on a phone", () => {
  test("the list and a try run fit without scrolling sideways", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const screen = new ToolAccessPage(page, t);
    await screen.open("?open=try:calculate");
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await screen.drawer.getByLabel("expression").fill("0.1 + 0.2");
    await expect(await screen.run()).toContainText("0.3");
    expect(await overflow()).toBeLessThanOrEqual(0);
    await screen.drawer.getByRole("button", { name: t("common.action.close") }).tap();
    await expect(screen.drawer).toHaveCount(0);
    expect(await overflow()).toBeLessThanOrEqual(0);
  });
});
