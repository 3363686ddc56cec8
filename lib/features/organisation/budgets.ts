/** The money budgets that hold for a person or a department, found by their name. */
export const budgetsOf = (type: "user" | "department", name: string) =>
  `/system/gateway/model-supplier?${new URLSearchParams({ tab: "budgets", type, q: name })}`;
