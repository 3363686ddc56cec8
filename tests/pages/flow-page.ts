import { expect, type Locator, type Page } from "@playwright/test";
import type { Texts } from "../setup/e2e";

/** The canvas of a workflow, as a person works on it. */
export class FlowPage {
  readonly canvas: Locator;
  readonly settings: Locator;

  constructor(
    private readonly page: Page,
    private readonly t: Texts,
  ) {
    this.canvas = page.getByRole("region", { name: t("apps-flow.canvas.label"), exact: true });
    this.settings = page.getByRole("complementary", { name: t("apps-flow.panel.label"), exact: true });
  }

  node = (id: string) => this.canvas.locator(`.react-flow__node[data-id="${id}"]`);
  edges = () => this.canvas.locator(".react-flow__edge");
  field = (name: string) => this.settings.getByRole("textbox", { name, exact: true });
  button = (name: string) => this.settings.getByRole("button", { name, exact: true });

  /** With N, the kind's name and Enter, after the node that is picked. */
  async add(kind: string, id: string): Promise<void> {
    await this.page.keyboard.press("n");
    await this.page.keyboard.type(this.t(`apps-flow.nodes.${kind}`));
    await this.page.keyboard.press("Enter");
    await expect(this.node(id)).toBeFocused();
  }

  async open(id: string): Promise<void> {
    await this.node(id).focus();
    await this.page.keyboard.press("Enter");
    await expect(this.settings.getByLabel(this.t("apps-flow.panel.id"), { exact: true })).toHaveValue(id);
  }

  /** Picks a value from the list that two braces open. */
  async insert(field: string, value: string): Promise<void> {
    await this.field(field).pressSequentially("{{");
    const list = this.page.getByRole("listbox", { name: this.t("apps-flow.values.label"), exact: true });
    await list.getByRole("option").filter({ hasText: value }).first().click();
    await expect(list).toHaveCount(0);
  }
}
