import { useLocation } from "react-router";

const read = new WeakMap<object, URLSearchParams>();

/**
 * The parameters of the page's address, only to be read. `useSearchParams` also prepares to change them, for each of the several
 * links of every row that keep them.
 */
export function useListParams(): URLSearchParams {
  const location = useLocation();
  let params = read.get(location);
  if (!params) read.set(location, (params = new URLSearchParams(location.search)));
  return params;
}
