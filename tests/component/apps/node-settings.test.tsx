import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FlowProvider } from "@/components/features/apps/flow/flow-context";
import { createFlowStore } from "@/components/features/apps/flow/flow-store";
import { NodeSettings } from "@/components/features/apps/flow/node-settings";
import { QueryProvider } from "@/lib/client/query-client";
import { NODE_EXAMPLES } from "@/lib/features/apps/workflow/examples";
import { type FlowGraph, flowGraph, NODE_TYPES, type NodeType } from "@/lib/features/apps/workflow/graph";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const OPTIONS = {
  models: { items: [], defaultId: null },
  reanswerMax: 3,
  modelAccessHref: null,
  voice: { speech: false, transcription: false },
};

/** The settings of one node that comes after a form with a topic. */
async function show(type: NodeType, data: object = NODE_EXAMPLES[type]) {
  answerCalls({ "GET /api/apps/parts": { data: { bases: [], tools: [] } } });
  const nodes =
    type === "start"
      ? [{ id: "start", type, data }]
      : [
          { id: "start", type: "start", data: NODE_EXAMPLES.start },
          { id: "it", type, data },
        ];
  const edges = type === "start" ? [] : [{ source: "start", target: "it" }];
  const store = createFlowStore(flowGraph.parse({ nodes, edges }) as FlowGraph);
  store.show(type === "start" ? "start" : "it");
  await renderWithTexts(
    <QueryProvider>
      <FlowProvider
        store={store}
        appId="5b1f9a54-0000-7000-8000-000000000001"
        options={OPTIONS}
        authors={[]}
        others={[]}
      >
        <NodeSettings />
      </FlowProvider>
    </QueryProvider>,
    "en_US",
  );
  return store;
}

describe("settings of a node", () => {
  it.each(NODE_TYPES)("are drawn for %s, each control with a name", async (type) => {
    await show(type);
    const controls = document.querySelectorAll("input, textarea, button, [role=combobox], [role=textbox]");
    expect(controls.length).toBeGreaterThan(2);
    for (const control of controls) expect(control).toHaveAccessibleName();
  });

  it("offer what nodes before gave where two braces are typed, and write it there", async () => {
    const store = await show("template", { template: "About " });
    const field = screen.getByRole("textbox", { name: "Text" });
    await userEvent.type(field, "{{{{");
    const list = await screen.findByRole("listbox", { name: "Values" });
    expect(
      within(list)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toContain("Start form/TopicText");
    await userEvent.keyboard("Topic{Enter}");
    expect(store.root().nodes[1]!.data).toMatchObject({ template: "About {{start.topic}}" });
    expect(field).toHaveTextContent("About Start form / Topic");
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard(" now");
    expect(store.root().nodes[1]!.data).toMatchObject({ template: "About {{start.topic}} now" });
  });

  it("say what is wrong at its field, and put it right", async () => {
    const store = await show("template", { template: "About {{gone.topic}}" });
    const field = screen.getByRole("textbox", { name: "Text" });
    expect(field).toHaveAccessibleDescription(/“gone.topic” does not come before this node/);
    await userEvent.click(screen.getByRole("button", { name: "Use start.topic" }));
    expect(field).toHaveTextContent("About Start form / Topic");
    expect(store.get().problems).toEqual([]);
  });
});
