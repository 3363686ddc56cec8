import { PanelSkeleton } from "@/components/common/panel-skeleton";

export default function Loading() {
  return <PanelSkeleton />;
}
