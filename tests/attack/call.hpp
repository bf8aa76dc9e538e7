// Every public call that answers with distances, and what it can be asked for.
#pragma once

namespace attack {

enum class Call {
  graph,
  rows,
  columns,
  strides,
  in_rows,
  in_columns,
  in_strides,
  into_by_graph,
  into_by_matrix,
  from,
  streamed,
  router,
  kept_plan,
  converted_graph,
  converted_matrix,
  measures,
  searched,    // as `warpath path` does
  there_rows,  // from here on: in the memory of a device
  there_columns,
  there_graph,
};
inline constexpr int kCalls = static_cast<int>(Call::there_graph) + 1;
const char* name_of(Call call);

inline bool takes_matrix(Call call) {
  return (call >= Call::rows && call <= Call::in_strides) || call == Call::into_by_matrix ||
         call == Call::converted_matrix || call == Call::there_rows || call == Call::there_columns;
}
inline bool is_in_place(Call call) {
  return (call >= Call::in_rows && call <= Call::in_strides) || call >= Call::there_rows;
}
inline bool gives_predecessors(Call call) {
  return call <= Call::strides || (call >= Call::from && call <= Call::streamed) ||
         (call >= Call::kept_plan && call <= Call::converted_matrix);
}
inline bool can_mark(Call call) {
  return !is_in_place(call) && call != Call::router && call != Call::measures &&
         call != Call::searched;
}

}  // namespace attack
