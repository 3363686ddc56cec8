import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";

/** The console's model access, as an administrator speaks of it. */
export class ModelAccessPage {
  readonly add: Locator;
  readonly drawer: Locator;

  constructor(
    readonly page: Page,
    readonly t: Texts,
  ) {
    this.add = page.getByRole("button", { name: t("models.addSupplier"), exact: true });
    this.drawer = page.getByRole("dialog");
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(`/system/system-manage/model-access${query}`);
    await this.add.waitFor();
    await expect(this.page.getByText(this.t("nav.startUp.loading"))).toBeHidden();
  }

  card(supplier: string): Locator {
    return this.page.getByRole("region", { name: supplier, exact: true });
  }

  row(model: string): Locator {
    return this.page.getByRole("listitem").filter({ has: this.page.getByText(model, { exact: true }) });
  }

  async command(model: string, command: string): Promise<void> {
    await this.page.getByRole("button", { name: this.t("models.row.more", { name: model }), exact: true }).click();
    await this.page.getByRole("menuitem", { name: command }).click();
  }

  /** Fills the drawer that adds a supplier and saves it with these models of its list. */
  async connect(supplier: { name: string; address: string; key: string; models: string[] }): Promise<void> {
    await this.add.click();
    await this.drawer.getByLabel(this.t("models.form.name")).first().fill(supplier.name);
    await this.drawer.getByLabel(this.t("models.form.address")).fill(supplier.address);
    await this.drawer.getByLabel(this.t("models.form.key"), { exact: true }).fill(supplier.key);
    await this.drawer.getByRole("button", { name: this.t("models.form.find"), exact: true }).click();
    for (const model of supplier.models) await this.drawer.getByRole("checkbox", { name: model, exact: true }).check();
    await this.drawer.getByRole("button", { name: this.t("common.action.save") }).click();
    await this.drawer.getByRole("button", { name: this.t("models-list.prices.skip") }).click();
    await expect(this.drawer).toHaveCount(0);
  }
}
