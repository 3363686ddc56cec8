import { move } from "@/components/features/apps/flow/flow-actions";
import { createFlowStore } from "@/components/features/apps/flow/flow-store";
import { newGraph } from "@/lib/features/apps/workflow/examples";

it("a node that is moved is another object, and no other is: what is the same object is not drawn anew", () => {
  const store = createFlowStore(newGraph());
  const before = store.graph().nodes;
  const [first, second] = before;
  move(store, new Map([[first!.id, { x: 480, y: 160 }]]));
  const after = store.graph().nodes;
  expect(after[0]).toMatchObject({ id: first!.id, position: { x: 480, y: 160 } });
  expect(after[1]).toBe(second);
});
