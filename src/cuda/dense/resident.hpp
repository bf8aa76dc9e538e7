// Matrices that lie in a device's memory.
#pragma once

namespace warpath {
struct Work;
}

namespace warpath::cuda::dense {

// The kernel `cuda` for such a matrix, which look() has looked at.
void run_resident(Work& work);

}  // namespace warpath::cuda::dense
