import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { ConfigDrawer as DocumentDrawer } from "@/components/features/documents/chat/config-drawer";
import { ConfigDrawer as KnowledgeDrawer } from "@/components/features/knowledge/chat/config-drawer";
import { DEFAULT_CONFIG } from "@/lib/features/documents/schema";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const KNOWLEDGE_CONFIG = {
  modelId: null,
  memoryCount: 5,
  topK: 8,
  questionTemplate: "{{question}}",
  rewrite: true,
  strategy: "qa_then_model",
  temperature: null,
  recommend: true,
};
const MODELS = { items: [], defaultId: null };

interface Case {
  Drawer: ComponentType<{ models: typeof MODELS; onClose: () => void }>;
  path: string;
  stored: object;
  memory: string;
}

const CASES: [string, Case][] = [
  [
    "documents",
    {
      Drawer: DocumentDrawer,
      path: "/api/documents/config",
      stored: DEFAULT_CONFIG,
      memory: "Earlier rounds included",
    },
  ],
  [
    "knowledge",
    {
      Drawer: KnowledgeDrawer,
      path: "/api/knowledge/chat-config",
      stored: KNOWLEDGE_CONFIG,
      memory: "Earlier rounds included",
    },
  ],
];

it.each(CASES)(
  "loads the settings of %s, saves them with their revision and closes",
  async (_, { Drawer, path, stored, memory }) => {
    const seen = answerCalls({
      [`GET ${path}`]: { data: { ...stored, revision: "one" } },
      [`PUT ${path}`]: { data: { ...stored, memoryCount: 3, revision: "two" } },
    });
    const onClose = jest.fn();
    await renderWithTexts(
      <QueryClientProvider client={new QueryClient()}>
        <Drawer models={MODELS} onClose={onClose} />
      </QueryClientProvider>,
      "en_US",
    );
    const rounds = await screen.findByRole("spinbutton", { name: memory });
    expect(rounds).toHaveValue(5);
    fireEvent.change(rounds, { target: { value: "3" } });
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(seen.at(-1)).toEqual({ call: `PUT ${path}`, body: { ...stored, memoryCount: 3, revision: "one" } });
  },
);

it.each(CASES)(
  "offers to load the settings of %s again when that failed",
  async (_, { Drawer, path, stored, memory }) => {
    let isDown = true;
    answerCalls({
      [`GET ${path}`]: () => (isDown ? { code: 500, message: "down" } : { data: { ...stored, revision: "one" } }),
    });
    await renderWithTexts(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Drawer models={MODELS} onClose={() => undefined} />
      </QueryClientProvider>,
      "en_US",
    );
    const retry = await screen.findByRole("button", { name: "Try again" });
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByRole("spinbutton", { name: memory })).toBeVisible();
  },
);
