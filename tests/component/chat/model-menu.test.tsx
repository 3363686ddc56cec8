import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { ModelPicker } from "@/components/chat/model-picker";
import { SettingsDrawer } from "@/components/features/chat/settings-drawer";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import texts from "@/messages/en_US/chat-more.json";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const model = (more: Partial<ChatModelDto>): ChatModelDto => ({
  id: more.name ?? "",
  name: "",
  supplier: "North",
  builtin: false,
  abilities: [],
  sees: false,
  contextWindow: null,
  options: [],
  status: "normal",
  price: null,
  ...more,
});
const FAILING = model({ name: "alpha", status: "abnormal" });
const RICH = model({
  name: "beta",
  abilities: ["tool_call", "visual"],
  contextWindow: 131_072,
  price: { currency: "CNY", input: 2_000_000, output: 8_000_000 },
});
const ELSEWHERE = model({ name: "gamma", supplier: "" });

describe("the menu of models", () => {
  it("groups by supplier with what each can do and costs, the failing ones last and said so", async () => {
    await renderWithTexts(
      <ModelPicker models={[FAILING, RICH, ELSEWHERE]} defaultId="beta" value="alpha" onChange={() => undefined} />,
      "en_US",
    );
    await userEvent.click(screen.getByRole("button", { name: "Choose model, now alpha, whose last call failed" }));
    const items = await screen.findAllByRole("menuitemradio");
    expect(items.map((item) => item.textContent)).toEqual([
      "betaDefaultTools · Images · 128K context · ¥2.00 / ¥8.00 per million tokens",
      "gamma",
      "alpha",
    ]);
    expect(screen.getByRole("menu")).toHaveTextContent(/North.*Other suppliers.*Last call failed/);
  });
});

it("settings a model does not heed are hidden", async () => {
  answerCalls({ "GET /api/chat/sessions/one/settings": { data: { chat: {}, person: {}, role: null } } });
  // The drawer's own texts are loaded with it.
  await act(() =>
    renderWithTexts(
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <SettingsDrawer
            sessionId="one"
            model={ELSEWHERE}
            models={[ELSEWHERE]}
            onModel={() => undefined}
            onClose={() => undefined}
          />
        </Suspense>
      </QueryClientProvider>,
      "en_US",
    ),
  );
  expect(await screen.findByRole("spinbutton", { name: texts.settings.name.memoryRounds })).toBeVisible();
  expect(screen.queryByRole("spinbutton", { name: texts.settings.name.temperature })).toBeNull();
  expect(screen.getByText(/gamma/, { selector: "p" })).toBeVisible();
});
