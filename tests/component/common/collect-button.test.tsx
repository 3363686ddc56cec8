import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CollectButton } from "@/components/collected/collect-button";
import { api } from "@/lib/client/api-client";
import { renderWithTexts } from "@/tests/factories/render";

const ONE = "01900000-0000-7000-8000-000000000001";
const TWO = "01900000-0000-7000-8000-000000000002";

const show = () =>
  renderWithTexts(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CollectButton kind="document" refId={ONE} name="one.pdf" />
      <CollectButton kind="document" refId={TWO} name="two.pdf" />
    </QueryClientProvider>,
    "en_US",
  );
const star = (name: string) => screen.getByRole("button", { name: `Collect ${name}` });

afterEach(() => jest.restoreAllMocks());

describe("the star of a list", () => {
  it("asks for all rows in one call, and shows which are collected", async () => {
    const get = jest.spyOn(api, "get").mockResolvedValue({ items: [{ id: "item", refId: TWO, hasNote: false }] });
    await show();
    await waitFor(() => expect(star("two.pdf")).toHaveAttribute("aria-pressed", "true"));
    expect(star("one.pdf")).toHaveAttribute("aria-pressed", "false");
    expect(get).toHaveBeenCalledTimes(1);
    expect(get).toHaveBeenCalledWith("/collected/state", { query: { kind: "document", refIds: `${ONE},${TWO}` } });
  });

  it("collects and takes back, each row for itself", async () => {
    jest.spyOn(api, "get").mockResolvedValue({ items: [] });
    const post = jest.spyOn(api, "post").mockResolvedValue({ id: "made" });
    const remove = jest.spyOn(api, "delete").mockResolvedValue(null);
    await show();
    await waitFor(() => expect(star("one.pdf")).not.toHaveAttribute("aria-disabled"));
    await userEvent.click(star("one.pdf"));
    await waitFor(() => expect(star("one.pdf")).toHaveAttribute("aria-pressed", "true"));
    expect(post).toHaveBeenCalledWith("/collected", { kind: "document", refId: ONE });
    expect(star("two.pdf")).toHaveAttribute("aria-pressed", "false");
    await userEvent.click(star("one.pdf"));
    await waitFor(() => expect(star("one.pdf")).toHaveAttribute("aria-pressed", "false"));
    expect(remove).toHaveBeenCalledWith("/collected/made");
  });

  it("is not there for people who may not collect", async () => {
    jest.spyOn(api, "get").mockRejectedValue(new Error("403"));
    await show();
    await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
  });
});
