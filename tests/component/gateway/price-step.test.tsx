import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PriceStep } from "@/components/models/price-step";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import type { PricedChannelDto } from "@/lib/features/gateway/dto";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const BASE = "/api/admin/gateway";
const channel = (channelId: string, over: Partial<PricedChannelDto> = {}): PricedChannelDto => ({
  channelId,
  modelId: channelId,
  modelName: `model-${channelId}`,
  modelType: "chat",
  supplierName: "DeepSeek",
  builtin: false,
  upstreamModel: "m",
  price: null,
  nextFrom: null,
  known: null,
  ...over,
});
const usd = { currency: "USD", inputPerMillion: 150_000, source: "OpenAI API Pricing", asOf: "2025-09-30" } as const;
const cny = { currency: "CNY", inputPerMillion: 2_000_000, source: "DeepSeek", asOf: "2025-09-30" } as const;

async function show(channels: PricedChannelDto[], locale: "zh_CN" | "en_US" = "zh_CN") {
  const onClose = jest.fn();
  const seen = answerCalls({
    [`GET ${BASE}/prices`]: { data: { items: channels, total: channels.length, currency: "CNY", today: "2026-11-21" } },
    [`POST ${BASE}/channels/c1/prices`]: { data: { id: "p1" } },
  });
  await renderWithTexts(
    <QueryProvider>
      <PriceStep supplierName="DeepSeek" onClose={onClose} />
    </QueryProvider>,
    locale,
  );
  return { seen, onClose };
}
afterEach(() => browserQueryClient().clear());

describe("prices of models just added", () => {
  it("are offered from the supplier's list, confirmed, and saved where something is filled in", async () => {
    const user = userEvent.setup();
    const { seen, onClose } = await show([channel("c1", { known: cny }), channel("c2", { supplierName: "Another" })]);
    await screen.findByText("model-c1");
    const drawer = within(screen.getByRole("dialog", { name: "设置价格" }));
    expect(drawer.queryByText("model-c2")).not.toBeInTheDocument();
    expect(drawer.getByText("没有价格")).toBeInTheDocument();
    await user.click(drawer.getByRole("button", { name: "填入" }));
    await user.type(drawer.getByLabelText("输出，每百万 Token"), "3");
    await user.click(drawer.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(seen.find(({ call }) => call === `POST ${BASE}/channels/c1/prices`)?.body).toEqual({
      validFrom: "2026-11-21",
      inputPerMillion: 2_000_000,
      outputPerMillion: 3_000_000,
    });
  });

  it("of another currency are shown, not taken over; the step can be skipped", async () => {
    const user = userEvent.setup();
    const { onClose } = await show([channel("c1", { known: usd })], "en_US");
    await screen.findByText("model-c1");
    const drawer = within(screen.getByRole("dialog", { name: "Set prices" }));
    expect(drawer.getByText(/\$0\.15/)).toHaveTextContent("From OpenAI API Pricing");
    expect(drawer.queryByRole("button", { name: "Fill in" })).not.toBeInTheDocument();
    await user.click(drawer.getByRole("button", { name: "Skip for now" }));
    expect(onClose).toHaveBeenCalled();
  });
});
