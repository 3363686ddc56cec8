import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";

/** The console's tool access, as an administrator speaks of it. */
export class ToolAccessPage {
  readonly add: Locator;
  readonly drawer: Locator;

  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {
    // The empty state has one of the same name.
    this.add = page.getByRole("button", { name: t("tools.addServer"), exact: true }).first();
    this.drawer = page.getByRole("dialog");
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(`/system/system-manage/sys-common${query}`);
    // An open drawer hides the rest from assistive technology.
    await this.page.getByRole("heading", { level: 1, name: this.t("tools.title"), includeHidden: true }).waitFor();
    await expect(this.page.getByText(this.t("nav.startUp.loading"))).toBeHidden();
  }

  row(tool: string): Locator {
    return this.page.getByRole("listitem").filter({ has: this.page.getByRole("button", { name: tool, exact: true }) });
  }

  card(server: string): Locator {
    return this.page.getByRole("region", { name: server, exact: true });
  }

  switchOf(name: string): Locator {
    return this.page.getByRole("switch", { name: this.t("tools.row.enable", { name }), exact: true });
  }

  async command(
    of: Locator,
    name: string,
    command: string,
    menu: "tools.row.more" | "tools-search.row.more" = "tools.row.more",
  ): Promise<void> {
    await of.getByRole("button", { name: this.t(menu, { name }), exact: true }).click();
    await this.page.getByRole("menuitem", { name: command, exact: true }).click();
  }

  save(): Locator {
    return this.drawer.getByRole("button", { name: this.t("common.action.save"), exact: true });
  }

  /** Fills the drawer that adds a server, tries it and saves it. */
  async connect(server: { name: string; address: string; header?: [string, string] }): Promise<void> {
    const { t, drawer } = this;
    await this.add.click();
    await drawer.getByLabel(t("tools.form.name")).first().fill(server.name);
    await drawer.getByLabel(t("tools.form.address")).fill(server.address);
    if (server.header) {
      await drawer.getByLabel(t("tools.form.headerName"), { exact: true }).last().fill(server.header[0]);
      await drawer.getByLabel(t("tools.form.secretValue"), { exact: true }).fill(server.header[1]);
    }
    await drawer.getByRole("button", { name: t("tools.form.test"), exact: true }).click();
    await expect(drawer.getByRole("checkbox", { name: /Echo/ })).toBeChecked();
    await this.save().click();
    await expect(drawer).toHaveCount(0);
  }

  /** Runs what the open drawer shows. */
  async run(): Promise<Locator> {
    await this.drawer.getByRole("button", { name: this.t("tools.try.run"), exact: true }).click();
    const result = this.drawer.getByRole("region", { name: this.t("tools.try.result") });
    await result.waitFor();
    return result;
  }
}
