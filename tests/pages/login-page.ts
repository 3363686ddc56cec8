import type { Locator, Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";

/** The login screen, as a person speaks of it. */
export class LoginPage {
  readonly account: Locator;
  readonly password: Locator;
  readonly submit: Locator;

  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {
    this.account = page.getByLabel(t("auth.login.account"), { exact: true });
    this.password = page.getByLabel(t("auth.login.password"), { exact: true });
    this.submit = page.getByRole("button", { name: t("auth.login.submit"), exact: true });
  }

  async open(redirectUrl?: string): Promise<void> {
    await this.page.goto(
      redirectUrl === undefined ? "/login" : `/login?redirectUrl=${encodeURIComponent(redirectUrl)}`,
    );
    await this.submit.waitFor();
  }

  async fill({ account, password }: { account: string; password: string }): Promise<void> {
    await this.account.fill(account);
    await this.password.fill(password);
  }

  async logIn(person: { account: string; password: string }): Promise<void> {
    await this.fill(person);
    await this.submit.click();
  }
}
