// Without one of its own the product's would be found: both stand in one workspace.
export function register() {}
