// Stands in for CUDA's header: what a thread fetches comes at once, or as late as it may, when it is waited for.
#pragma once

#include <cstddef>

void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes, std::size_t zeros = 0);
void __pipeline_commit();
void __pipeline_wait_prior(std::size_t batches);
