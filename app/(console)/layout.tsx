import type { ReactNode } from "react";
import { KnowledgeInPalette } from "@/components/features/knowledge/palette";
import { Shell } from "@/components/layout/shell";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <Shell kind="console">
      <KnowledgeInPalette />
      {children}
    </Shell>
  );
}
