import { ModelAccessPage } from "../../pages/model-access-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("model access on a phone", () => {
  test("the list and the drawer fit without scrolling sideways", async ({ page, t, makePerson, signIn }) => {
    await signIn(await makePerson({ roleKeys: ["administrator"] }));
    const screen = new ModelAccessPage(page, t);
    await screen.open();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await screen.add.tap();
    const byHand = screen.drawer.getByRole("button", { name: t("models-list.add") });
    await expect(byHand).toBeInViewport({ ratio: 1 });
    await screen.drawer.getByLabel(t("models-list.manual")).fill("by-hand");
    await byHand.tap();
    await expect(screen.drawer.getByRole("checkbox", { name: "by-hand" })).toBeChecked();
  });
});
