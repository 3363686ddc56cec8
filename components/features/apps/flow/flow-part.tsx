"use client";

import { LazyMessages } from "@/components/common/lazy-messages";
import { FlowEditor, type FlowEditorProps } from "./flow-editor";

/** The canvas with its texts; loaded where a workflow is drawn. */
export function FlowPart(props: FlowEditorProps) {
  return (
    <LazyMessages areas={["apps-flow"]}>
      <FlowEditor {...props} />
    </LazyMessages>
  );
}
