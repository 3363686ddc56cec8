import { LoginPage } from "../../pages/login-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";

inBothLanguages("login on a phone", () => {
  test("fits the screen and leads to the chat", async ({ page, t, makePerson }) => {
    const person = await makePerson();
    const login = new LoginPage(page, t);
    await login.open();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await login.fill(person);
    await login.submit.tap();
    await expect(page).toHaveURL(/\/personal\/chat$/);
  });
});
