// SPDX-License-Identifier: BSD-3-Clause
// Types, tensors' properties, printing, the standard library.
#include <torch/torch.h>

#include "spelling.h"

// ---- dtype() and TypeMeta
SPELLING(dtype_name, "float") { out << torch::ones({1}).dtype().name(); }
SPELLING(dtype_names,
         "unsigned char;signed char;short int;int;long "
         "int;c10::Half;float;double;bool;c10::BFloat16;c10::complex<float>;c10::complex<double>;") {
  for (auto t : {torch::kByte, torch::kChar, torch::kShort, torch::kInt, torch::kLong, torch::kHalf, torch::kFloat,
                 torch::kDouble, torch::kBool, torch::kBFloat16, torch::kComplexFloat, torch::kComplexDouble})
    out << torch::empty({1}, t).dtype() << ";";
}
SPELLING(dtype_itemsize, "8") { out << torch::ones({1}, torch::kDouble).dtype().itemsize(); }
SPELLING(dtype_printed, "float") { out << torch::ones({1}).dtype(); }
SPELLING(dtype_of_options_printed, "long int") { out << torch::TensorOptions().dtype(torch::kLong).dtype(); }
SPELLING(dtype_equals_scalar_type, "1001") {
  auto x = torch::ones({1});
  out << (x.dtype() == torch::kFloat) << (torch::kDouble == x.dtype()) << (x.dtype() != torch::kFloat32)
      << (x.dtype() == x.dtype());
}
SPELLING(dtype_to_scalar_type, "Float") { out << torch::ones({1}).dtype().toScalarType(); }
SPELLING(type_meta_to_scalar_type, "FloatFloat") {
  out << c10::typeMetaToScalarType(torch::ones({1}).dtype()) << at::typeMetaToScalarType(torch::ones({1}).dtype());
}
SPELLING(scalar_type_to_type_meta, "int 2") {
  out << c10::scalarTypeToTypeMeta(torch::kInt) << " " << c10::scalarTypeToTypeMeta(torch::kHalf).itemsize();
}
SPELLING(type_meta_named, "float11") {
  caffe2::TypeMeta meta = torch::ones({1}).dtype();
  out << meta << meta.isScalarType() << meta.isScalarType(torch::kFloat);
}
SPELLING(type_meta_make, "float 18") {
  out << caffe2::TypeMeta::Make<float>() << " " << (torch::ones({1}).dtype() == caffe2::TypeMeta::Make<float>())
      << caffe2::TypeMeta::Make<int64_t>().itemsize();
}
SPELLING(type_meta_match, "10") {
  out << torch::ones({1}).dtype().Match<float>() << torch::ones({1}).dtype().Match<double>();
}
SPELLING(type_meta_from_scalar_type, "bool") { out << caffe2::TypeMeta::fromScalarType(torch::kBool); }
SPELLING(type_meta_default, "nullptr (uninitialized) 0") {
  out << caffe2::TypeMeta() << " " << (caffe2::TypeMeta() == torch::ones({1}).dtype());
}
SPELLING(dtype_as_options, "DoubleDoubleDoubleDouble") {
  auto x = torch::ones({1}, torch::kDouble);
  out << torch::zeros({2}, x.dtype()).scalar_type()
      << torch::zeros({2}, torch::TensorOptions(x.dtype()).device(x.device())).scalar_type()
      << torch::zeros({2}, torch::dtype(x.dtype())).scalar_type()
      << torch::zeros({2}, torch::TensorOptions().dtype(x.dtype())).scalar_type();
}
SPELLING(dtype_as_argument_of_to, "Long") {
  out << torch::ones({1}).to(torch::ones({1}, torch::kLong).dtype()).scalar_type();
}
SPELLING(dtype_switch, "float") {
  switch (torch::ones({1}).scalar_type()) {
    case torch::kFloat: out << "float"; break;
    case torch::ScalarType::Double: out << "double"; break;
    default: out << "other";
  }
}
SPELLING(dtype_auto, "int324") {
  const auto dtype = torch::ones({1}, torch::kInt).dtype();
  out << (dtype == torch::kInt32 ? "int32" : "other") << torch::elementSize(c10::typeMetaToScalarType(dtype));
}
SPELLING(default_dtype, "doubledoublefloatfloatFloat") {
  torch::set_default_dtype(caffe2::TypeMeta::Make<double>());
  out << torch::ones({1}).dtype() << torch::get_default_dtype();
  torch::set_default_dtype(c10::scalarTypeToTypeMeta(torch::kFloat));
  out << torch::get_default_dtype() << c10::get_default_dtype()
      << torch::typeMetaToScalarType(torch::get_default_dtype());
}
SPELLING(default_dtype_as_scalar_type, "Float") { out << c10::get_default_dtype_as_scalartype(); }
SPELLING(dtype_opt, "0Long") {
  out << torch::TensorOptions().dtype_opt().has_value()
      << *torch::optTypeMetaToScalarType(torch::TensorOptions(torch::kLong).dtype_opt());
}
SPELLING(dtype_in_optional, "float") {
  c10::optional<torch::ScalarType> t = torch::ones({1}).scalar_type();
  out << torch::ones({2}).sum(t).dtype();
}
SPELLING(scalar_type_name, "FloatLongBFloat16") {
  out << c10::toString(torch::kFloat) << torch::toString(torch::kLong) << at::toString(at::kBFloat16);
}
SPELLING(scalar_type_properties, "1101801QUInt8Byte") {
  out << c10::isFloatingType(torch::kHalf) << c10::isIntegralType(torch::kBool, true)
      << c10::isIntegralType(torch::kBool, false) << c10::isComplexType(torch::kComplexFloat)
      << c10::elementSize(torch::kDouble) << c10::isSignedType(torch::kByte) << c10::isQIntType(torch::kQInt8)
      << at::toQIntType(torch::kByte) << c10::toUnderlying(torch::kQUInt8);
}
SPELLING(promote_types, "HalfFloatFloat01") {
  out << c10::promoteTypes(torch::kHalf, torch::kLong) << torch::promote_types(torch::kInt, torch::kFloat)
      << at::result_type(torch::ones({1}, torch::kInt), torch::ones({1})) << c10::canCast(torch::kFloat, torch::kInt)
      << torch::can_cast(torch::kInt, torch::kFloat);
}
SPELLING(scalar_type_of_cpp, "DoubleLongBool") {
  out << c10::CppTypeToScalarType<double>::value << torch::CppTypeToScalarType<int64_t>::value
      << caffe2::TypeMeta::Make<bool>().toScalarType();
}
SPELLING(cpp_type_of_scalar_type, "82") {
  out << sizeof(c10::impl::ScalarTypeToCPPType<torch::kDouble>::type)
      << sizeof(c10::impl::ScalarTypeToCPPTypeT<torch::kHalf>);
}
SPELLING(undefined_scalar_type, "UNKNOWN_SCALAR") { out << torch::ScalarType::Undefined; }

// ---- printing
SPELLING(print_device, "cpucuda:1cudacuda:0meta") {
  out << torch::Device(torch::kCPU) << torch::Device("cuda:1") << torch::kCUDA << torch::Device(torch::kCUDA, 0)
      << torch::Device("meta");
}
SPELLING(print_layout, "StridedStridedSparseSparseCsr") {
  out << torch::kStrided << torch::ones({1}).layout() << torch::kSparse << at::Layout::SparseCsr;
}
SPELLING(print_memory_format, "ContiguousChannelsLastPreserveContiguous") {
  out << torch::MemoryFormat::Contiguous << at::MemoryFormat::ChannelsLast << c10::MemoryFormat::Preserve
      << torch::ones({1, 2, 3, 4}).suggest_memory_format();
}
SPELLING(print_scalar_type, "FloatLongBoolComplexDouble") {
  out << torch::kFloat << torch::kInt64 << torch::kBool << at::kComplexDouble;
}
SPELLING(print_scalar, "2 0.5 true (1,2)") {
  out << torch::Scalar(2) << " " << c10::Scalar(0.5) << " " << at::Scalar(true) << " "
      << torch::Scalar(c10::complex<double>(1, 2));
}
SPELLING(print_options,
         "TensorOptions(dtype=double, device=cpu (default), layout=Strided (default), requires_grad=true, "
         "pinned_memory=false (default), memory_format=(nullopt))TensorOptions(dtype=float (default), device=cpu "
         "(default), layout=Strided (default), requires_grad=false (default), pinned_memory=false (default), "
         "memory_format=(nullopt))TensorOptions(dtype=float, device=cpu, layout=Strided, requires_grad=false "
         "(default), pinned_memory=false (default), memory_format=(nullopt))") {
  out << torch::TensorOptions(torch::kDouble).requires_grad(true) << torch::TensorOptions()
      << torch::ones({1}).options();
}
SPELLING(print_sizes, "[2, 3][3, 1][4][]") {
  out << torch::ones({2, 3}).sizes() << torch::ones({2, 3}).strides() << torch::IntArrayRef({4})
      << torch::ones({}).sizes();
}
SPELLING(print_array_refs, "[1.5, 2][a, b]") {
  out << c10::ArrayRef<double>({1.5, 2}) << c10::ArrayRef<std::string>({"a", "b"});
}
SPELLING(print_vector_of_sizes, "2 31 2") { out << torch::ones({2, 3}).sizes().vec() << std::vector<int64_t>{1, 2}; }
SPELLING(print_slice, "0:9223372036854775807:1 1:4:1 0:9223372036854775807:2 0:3:1 0:9223372036854775807:1") {
  using torch::indexing::Slice;
  out << Slice() << " " << Slice(1, 4) << " " << Slice(0, torch::indexing::None, 2) << " "
      << Slice(torch::indexing::None, 3) << " " << Slice(torch::indexing::None, torch::indexing::None);
}
SPELLING(print_tensor_index, "1 ... None true 1:2:1 (..., 2, 0:9223372036854775807:1)  1\n[ CPUFloatType{1} ]") {
  using namespace torch::indexing;
  out << TensorIndex(1) << " " << TensorIndex("...") << " " << TensorIndex(None) << " " << TensorIndex(true) << " "
      << TensorIndex(Slice(1, 2)) << " " << std::vector<TensorIndex>{Ellipsis, 2, Slice()} << " "
      << TensorIndex(torch::ones({1}));
}
SPELLING(print_ivalue, "1 2.5 2. True text None [1, 2] [1., 2.5]") {
  out << c10::IValue(1) << " " << c10::IValue(2.5) << " " << c10::IValue(2.0) << " " << c10::IValue(true) << " "
      << c10::IValue("text") << " " << c10::IValue() << " " << torch::IValue(std::vector<int64_t>{1, 2}) << " "
      << torch::IValue(std::vector<double>{1, 2.5});
}
SPELLING(print_ivalue_tensor, " 1\n 1\n[ CPUFloatType{2} ][ 0\n[ CPUFloatType{1} ]]") {
  out << at::IValue(torch::ones({2})) << c10::IValue(std::vector<torch::Tensor>{torch::zeros({1})});
}
SPELLING(print_ivalue_tuple, "(1, 2.5, True)(1, 2)") {
  out << c10::IValue(std::make_tuple(1, 2.5, true)) << c10::IValue(c10::ivalue::Tuple::create({1, 2}));
}
SPELLING(print_ivalue_device, "cuda:11.+2.j") {
  out << c10::IValue(torch::Device("cuda:1")) << c10::IValue(c10::complex<double>(1, 2));
}
SPELLING(print_ivalue_bools, "[True, False]") { out << c10::IValue(std::vector<bool>{true, false}); }
SPELLING(ivalue_tag, "IntTensorDoubleStringNone") {
  out << c10::IValue(1).tagKind() << c10::IValue(torch::ones({1})).tagKind() << c10::IValue(1.5).tagKind()
      << c10::IValue("a").tagKind() << c10::IValue().tagKind();
}
SPELLING(ivalue_access, "text31121.5121") {
  out << c10::IValue("text").toStringRef() << c10::IValue(3).toInt() << c10::IValue(3).isInt()
      << c10::IValue(torch::ones({1})).isTensor() << c10::IValue(std::vector<int64_t>{1, 2}).toIntVector().size()
      << c10::IValue(1.5).toDouble() << c10::IValue(true).toBool() << c10::IValue(2).toScalar()
      << c10::IValue().isNone();
}
SPELLING(ivalue_wrong_type, "Error") {
  try {
    out << c10::IValue("text").toInt();
  } catch (const c10::Error&) {
    out << "Error";
  }
}
SPELLING(ivalue_to, "32.5a2") {
  out << c10::IValue(3).to<int64_t>() << c10::IValue(2.5).to<double>() << c10::IValue("a").to<std::string>()
      << c10::IValue(torch::ones({2})).to<torch::Tensor>().numel();
}
SPELLING(ivalue_string, "text") { out << c10::IValue("text").toString()->string(); }
SPELLING(ivalue_tuple_elements, "232") {
  auto tuple = c10::IValue(std::make_tuple(torch::ones({2}), 3)).toTuple();
  out << tuple->elements().size() << tuple->elements()[1].toInt() << tuple->elements()[0].toTensor().numel();
}
SPELLING(print_dispatch_key, "CPU AutogradCPU 1") {
  out << c10::DispatchKey::CPU << " " << c10::DispatchKey::AutogradCPU << " "
      << torch::ones({1}).key_set().has(c10::DispatchKey::CPU);
}
SPELLING(print_stream_of_generator, "3cpu") {
  out << at::detail::createCPUGenerator(3).current_seed() << at::detail::getDefaultCPUGenerator().device();
}
SPELLING(print_tensor_to_string, "CPUFloatType CPULongType UndefinedType") {
  out << torch::ones({1}).toString() << " " << torch::ones({1}, torch::kLong).toString() << " "
      << torch::Tensor().toString();
}
SPELLING(print_tensors, " 1\n 1\n[ CPUFloatType{2} ]\n[ Tensor (undefined) ]\n1.5\n[ CPUFloatType{} ]") {
  out << torch::ones({2}) << "\n" << torch::Tensor() << "\n" << torch::tensor(1.5);
}
SPELLING(print_tensor_list, "[ 1\n[ CPUFloatType{1} ],  0\n[ CPUFloatType{1} ]] 1\n[ CPUFloatType{1} ]") {
  out << torch::TensorList({torch::ones({1}), torch::zeros({1})}) << std::vector<torch::Tensor>{torch::ones({1})};
}
SPELLING(print_complex, "(1,2)(0,-1)") { out << c10::complex<float>(1, 2) << c10::complex<double>(0, -1); }
SPELLING(print_half, "1.5 2 3 0.5") {
  out << c10::Half(1.5f) << " " << at::Half(2) << " " << torch::Half(1) + torch::Half(2) << " "
      << static_cast<float>(c10::BFloat16(0.5f));
}
SPELLING(print_reduction, "012") { out << at::Reduction::None << at::Reduction::Mean << at::Reduction::Sum; }
SPELLING(print_linear, "torch::nn::Linear(in_features=2, out_features=3, bias=true)") {
  out << torch::nn::Linear(2, 3);
}
SPELLING(print_sequential,
         "torch::nn::Sequential(\n  (0): torch::nn::Linear(in_features=2, out_features=3, bias=true)\n  (1): "
         "torch::nn::ReLU()\n)") {
  out << torch::nn::Sequential(torch::nn::Linear(2, 3), torch::nn::ReLU());
}
SPELLING(print_error, "got 3, expected Float [2];got 3, expected Float [2]") {
  try {
    TORCH_CHECK(false, "got ", 3, ", expected ", torch::kFloat, " ", torch::ones({2}).sizes());
  } catch (const c10::Error& e) {
    out << e.msg() << ";" << e.what_without_backtrace();
  }
}
SPELLING(c10_str, "a 1 2.5 Int [3]float1b") {
  out << c10::str("a ", 1, " ", 2.5, " ", torch::kInt, " ", torch::ones({3}).sizes(), torch::ones({1}).dtype())
      << at::str(1, "b");
}
SPELLING(c10_join, "1, 2, 3") { out << c10::Join(", ", std::vector<int>{1, 2, 3}); }
SPELLING(demangle, "intdouble") { out << c10::demangle(typeid(int).name()) << c10::demangle_type<double>(); }

// ---- an undefined tensor
SPELLING(undefined_numel, "0") { out << torch::Tensor().numel(); }
SPELLING(undefined_dim, "11") { out << torch::Tensor().dim() << torch::Tensor().ndimension(); }
SPELLING(undefined_sizes, "[0]") { out << torch::Tensor().sizes(); }
SPELLING(undefined_size, "00") { out << torch::Tensor().size(0) << torch::Tensor().size(-1); }
SPELLING(undefined_size_beyond, "IndexError") { out << torch::Tensor().size(1); }
SPELLING(undefined_strides, "Error") { out << torch::Tensor().strides(); }
SPELLING(undefined_stride, "Error") { out << torch::Tensor().stride(0); }
SPELLING(undefined_storage_offset, "0") { out << torch::Tensor().storage_offset(); }
SPELLING(undefined_itemsize, "Error") { out << torch::Tensor().itemsize(); }
SPELLING(undefined_nbytes, "Error") { out << torch::Tensor().nbytes(); }
SPELLING(undefined_is_contiguous, "11Contiguous") {
  out << torch::Tensor().is_contiguous() << torch::Tensor().is_non_overlapping_and_dense()
      << torch::Tensor().suggest_memory_format();
}
SPELLING(undefined_is_contiguous_in_format, "0") {
  out << torch::Tensor().is_contiguous(torch::MemoryFormat::ChannelsLast);
}
SPELLING(undefined_dtype, "nullptr (uninitialized)UNKNOWN_SCALAR") {
  out << torch::Tensor().dtype() << torch::Tensor().scalar_type();
}
SPELLING(undefined_device, "Error") { out << torch::Tensor().device(); }
SPELLING(undefined_options, "Error") { out << torch::Tensor().options(); }
SPELLING(undefined_layout, "Strided") { out << torch::Tensor().layout(); }
SPELLING(undefined_is, "000000000000") {
  torch::Tensor t;
  out << t.defined() << t.is_cpu() << t.is_cuda() << t.is_meta() << t.is_sparse() << t.is_quantized()
      << t.is_floating_point() << t.is_complex() << t.is_conj() << t.is_neg() << t.is_inference() << t.has_storage();
}
SPELLING(undefined_is_signed, "Error") { out << torch::Tensor().is_signed(); }
SPELLING(undefined_storage, "Error") {
  try {
    torch::Tensor().storage();
  } catch (const c10::Error&) {
    out << "Error";
  }
}
SPELLING(undefined_data_ptr, "Error") { out << torch::Tensor().data_ptr(); }
SPELLING(undefined_data_ptr_typed, "Error") { out << torch::Tensor().data_ptr<float>(); }
SPELLING(undefined_requires_grad, "0") { out << torch::Tensor().requires_grad(); }
SPELLING(undefined_is_leaf, "Error") { out << torch::Tensor().is_leaf(); }
SPELLING(undefined_grad, "Error") { out << torch::Tensor().grad().defined(); }
SPELLING(undefined_grad_fn, "Error") { out << (torch::Tensor().grad_fn() == nullptr); }
SPELLING(undefined_version, "0") { out << torch::Tensor()._version(); }
SPELLING(undefined_use_count, "01") { out << torch::Tensor().use_count() << torch::Tensor().is_same(torch::Tensor()); }
SPELLING(undefined_set_requires_grad, "Error") { out << torch::Tensor().set_requires_grad(true); }
SPELLING(undefined_contiguous, "0") { out << torch::Tensor().contiguous().defined(); }
SPELLING(undefined_add, "Error") { out << torch::Tensor() + 1; }
SPELLING(undefined_second, "Error") { out << torch::ones({1}) + torch::Tensor(); }
SPELLING(undefined_item, "Error") { out << torch::Tensor().item<float>(); }
SPELLING(undefined_clone, "Error") { out << torch::Tensor().clone(); }
SPELLING(undefined_backward, "Error") { torch::Tensor().backward(); }
SPELLING(undefined_free_functions, "00") {
  out << torch::numel(torch::Tensor()) << torch::is_floating_point(torch::Tensor());
}
SPELLING(equal_if_defined, "101") {
  out << torch::equal_if_defined(torch::Tensor(), torch::Tensor())
      << torch::equal_if_defined(torch::Tensor(), torch::ones({1}))
      << torch::equal_if_defined(torch::ones({1}), torch::ones({1}));
}

// ---- tensors
SPELLING(data_typed, "7") {
  auto x = torch::ones({3});
  x.data<float>()[1] = 5;
  out << x.sum().item<float>();
}
SPELLING(data_ptrs, "211") {
  auto x = torch::ones({3});
  const float* p = x.data_ptr<float>();
  x.data_ptr<float>()[0] = 2;
  out << p[0] << x.data_ptr<float>()[2] << (static_cast<float*>(x.data_ptr()) == p);
}
SPELLING(true_divide, "1.51.51.510.51") {
  auto x = torch::full({1}, 3, torch::kLong), y = torch::ones({1});
  out << x.true_divide(2).item<float>() << x.true_divide(torch::full({1}, 2)).item<float>()
      << torch::true_divide(x, 2).item<float>() << torch::true_divide(x, x).item<float>()
      << y.true_divide_(2).item<float>() << y.true_divide_(y).item<float>();
}
SPELLING(accessors, "54333[2, 3]") {
  auto x = torch::arange(6, torch::kFloat).view({2, 3});
  auto a = x.accessor<float, 2>();
  auto p = x.packed_accessor64<float, 2>();
  auto q = x.packed_accessor32<float, 2>();
  out << a[1][2] << p[1][1] << q[1][0] << a.size(1) << a.stride(0) << a.sizes();
}
SPELLING(numbers_of_items, "332.513") {
  out << torch::tensor(3).item().toInt() << torch::tensor(3).item<int>() << torch::tensor(2.5).item<double>()
      << torch::tensor(true).item<bool>() << torch::tensor(3).item().to<float>();
}
SPELLING(type_checks, "1000000000001") {
  auto x = torch::ones({2});
  out << x.is_floating_point() << x.is_cuda() << x.is_sparse() << x.is_xpu() << x.is_mkldnn() << x.is_quantized()
      << x.is_mps() << x.is_xla() << x.is_vulkan() << x.is_nested() << x.is_sparse_csr() << x.has_names()
      << x.is_leaf();
}
SPELLING(sym_sizes, "322") {
  out << torch::ones({2, 3}).sym_size(1) << torch::ones({2}).sym_numel() << torch::ones({2, 3}).sym_sizes().size();
}
SPELLING(tensor_sizes_vec, "2[3]13") {
  std::vector<int64_t> sizes = torch::ones({2, 3}).sizes().vec();
  out << sizes.size() << torch::ones({2, 3}).sizes().slice(1) << torch::ones({2, 3}).sizes().equals({2, 3})
      << torch::ones({2, 3}).sizes().back();
}
SPELLING(make_array_ref, "231") {
  out << c10::makeArrayRef(std::vector<int64_t>{1, 2}).size() << at::IntArrayRef({1, 2, 3})[2]
      << torch::ArrayRef<float>(std::vector<float>{1}).size();
}
SPELLING(storage, "12111cpu1") {
  auto x = torch::ones({3});
  out << x.storage().nbytes() << (x.storage().data() == x.data_ptr()) << x.storage().use_count()
      << x.is_alias_of(x.view({3})) << x.storage().device() << (x.storage().unsafeGetStorageImpl() != nullptr);
}
SPELLING(tensor_options_chain, "1cpuStrided01-101Contiguous") {
  auto o = torch::dtype(torch::kFloat64)
               .device(torch::kCPU)
               .requires_grad(true)
               .layout(torch::kStrided)
               .pinned_memory(false)
               .memory_format(torch::MemoryFormat::Contiguous);
  out << o.requires_grad() << o.device() << o.layout() << o.pinned_memory() << o.has_dtype() << o.device_index()
      << o.is_sparse() << o.device_opt().has_value() << *o.memory_format_opt();
}
SPELLING(device_properties, "11cuda:21100000") {
  torch::Device d(torch::DeviceType::CUDA, 1);
  d.set_index(2);
  out << d.index() << d.is_cuda() << d.has_index() << d.str() << (d == torch::Device("cuda:2"))
      << (d.type() == at::kCUDA) << std::hash<torch::Device>()(d) * 0 << d.is_cpu() << d.is_meta() << d.is_mps()
      << d.is_xpu();
}
SPELLING(device_type_name, "CUDAcpuhipxla") {
  out << c10::DeviceTypeName(torch::kCUDA) << c10::DeviceTypeName(torch::kCPU, true) << torch::DeviceType::HIP
      << at::kXLA;
}
SPELLING(device_in_map, "3") {
  std::unordered_map<torch::Device, int> map;
  map[torch::Device("cpu")] = 3;
  out << map.at(torch::kCPU);
}
SPELLING(scalar_kinds, "11122Double1") {
  out << torch::Scalar(1).isIntegral(false) << torch::Scalar(1.0).isFloatingPoint() << torch::Scalar(true).isBoolean()
      << torch::Scalar(2).to<double>() << torch::Scalar(2.5).toInt() << torch::Scalar(1.5).type()
      << torch::Scalar(3).equal(3);
}
SPELLING(options_merge, "int") {
  out << torch::TensorOptions(torch::kDouble).merge_in(torch::TensorOptions(torch::kInt)).dtype();
}
SPELLING(intrusive, "4101") {
  struct Body : c10::intrusive_ptr_target {
    int value = 4;
  };
  c10::intrusive_ptr<Body> p = c10::make_intrusive<Body>();
  c10::weak_intrusive_ptr<Body> w(p);
  out << p->value << p.use_count() << w.expired() << (w.lock() == p);
}
SPELLING(array_types, "33[3, 2, 3]2[2, 3][1, 2, 3]") {
  c10::SmallVector<int64_t, 4> v{1, 2};
  v.push_back(3);
  at::DimVector d(torch::ones({2, 3}).sizes());
  out << v.size() << v.back() << torch::ones({3, 2, 3}).sizes() << d.size() << at::IntArrayRef(d)
      << torch::IntArrayRef(v);
}
SPELLING(optional_values, "025011") {
  c10::optional<int> a = c10::nullopt, b = c10::make_optional(2);
  torch::optional<torch::Tensor> t = torch::nullopt;
  out << a.has_value() << b.value() << a.value_or(5) << bool(t) << at::optional<int>(1).has_value()
      << (a == c10::nullopt);
}
SPELLING(string_views, "text4ext") {
  c10::string_view v("text");
  out << v << v.size() << v.substr(1);
}
SPELLING(variants, "2.51150") {
  c10::variant<int, double> v = 2.5;
  out << c10::get<double>(v) << v.index() << (c10::get_if<int>(&v) == nullptr)
      << c10::visit([](auto x) { return x * 2.0; }, v) << c10::holds_alternative<int>(v);
}
SPELLING(maybe_owned, "212") {
  auto x = torch::ones({2});
  c10::MaybeOwned<torch::Tensor> m = c10::MaybeOwned<torch::Tensor>::borrowed(x);
  out << m->numel() << (*m).dim() << c10::MaybeOwned<torch::Tensor>::owned(torch::ones({2}))->size(0);
}
SPELLING(irange, "01223401") {
  for (const auto i : c10::irange(3)) out << i;
  for (auto i : c10::irange(2, 5)) out << i;
  for (auto i : c10::irange(int64_t{-1})) out << i;
  for (size_t i : c10::irange(torch::ones({2}).numel())) out << i;
}
SPELLING(accumulate, "36126") {
  out << c10::sum_integers(std::vector<int64_t>{1, 2}) << c10::multiply_integers(torch::ones({2, 3}).sizes())
      << c10::numelements_from_dim(1, torch::IntArrayRef({2, 3, 4}))
      << c10::numelements_to_dim(2, torch::IntArrayRef({2, 3, 4}));
}
SPELLING(wrap_dim, "22") { out << at::maybe_wrap_dim(-1, 3) << c10::maybe_wrap_dim(2, 4); }
SPELLING(wrap_dim_beyond, "IndexError") { out << at::maybe_wrap_dim(3, 3); }
SPELLING(infer_size, "2 3") { out << at::infer_size({2, 1}, {3}); }
SPELLING(hash_of, "111") {
  out << (c10::get_hash(1, 2) == c10::get_hash(1, 2)) << (c10::hash_combine(1, 2) != 0)
      << (c10::hash<std::vector<int64_t>>()({1}) == c10::hash<std::vector<int64_t>>()({1}));
}
SPELLING(complex_functions, "51-214") {
  out << std::abs(c10::complex<double>(3, 4)) << c10::complex<double>(1, 2).real()
      << std::conj(c10::complex<float>(1, 2)).imag() << c10::is_complex<c10::complex<float>>::value
      << (c10::complex<double>(1, 2) * 2.0).imag();
}
SPELLING(versions, "111.13") {
  out << TORCH_VERSION_MAJOR << (TORCH_VERSION_MINOR >= 13) << std::string(TORCH_VERSION).substr(0, 4);
}

// ---- standard headers that the header includes
SPELLING(std_containers, "112210012320") {
  std::set<int> s{2, 1};
  std::unordered_set<int> u{1};
  std::map<int, int> m{{1, 2}};
  std::unordered_map<int, int> n{{1, 2}};
  std::deque<int> d{1};
  std::queue<int> q;
  std::stack<int> k;
  std::list<int> l{1};
  std::array<int, 2> a{{1, 2}};
  std::vector<int> v{3};
  std::bitset<8> b(3);
  std::priority_queue<int> p;
  out << *s.begin() << u.size() << m[1] << n[1] << d[0] << q.size() << k.size() << l.size() << a[1] << v[0] << b.count()
      << p.size();
}
SPELLING(std_algorithms, "2,4,6,8,2048") {
  std::vector<int> v(4);
  std::iota(v.begin(), v.end(), 1);
  std::transform(v.begin(), v.end(), v.begin(), [](int i) { return i * 2; });
  std::copy(v.begin(), v.end(), std::ostream_iterator<int>(out, ","));
  out << std::accumulate(v.begin(), v.end(), 0) << std::distance(v.begin(), v.end())
      << *std::max_element(v.begin(), v.end());
}
SPELLING(std_streams, "1.50") {
  std::stringstream s;
  s << std::setw(4) << std::setprecision(2) << std::fixed << 1.5;
  std::cerr << "";
  out << s.str();
}
SPELLING(std_numbers, "3.40282e+38203.1415929223372036854775807") {
  out << std::numeric_limits<float>::max() << std::sqrt(4.0) << std::isnan(1.0) << M_PI << std::abs(-2) << INT64_MAX;
}
SPELLING(std_threads, "2") {
  std::mutex mutex;
  std::atomic<int> count{0};
  std::thread thread([&] {
    std::lock_guard<std::mutex> lock(mutex);
    ++count;
  });
  thread.join();
  std::condition_variable condition;
  std::once_flag flag;
  std::call_once(flag, [&] { ++count; });
  out << count;
}
SPELLING(std_time, "11") {
  auto start = std::chrono::steady_clock::now();
  out << (std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count() >= 0)
      << (std::time(nullptr) > 0);
}
SPELLING(std_memory, "1222.521") {
  std::shared_ptr<int> p = std::make_shared<int>(1);
  std::unique_ptr<int> u = std::make_unique<int>(2);
  std::function<int(int)> f = [](int i) { return i + 1; };
  std::tuple<int, double> t{1, 2.5};
  std::pair<int, int> c{1, 2};
  out << *p << *u << f(1) << std::get<1>(t) << c.second
      << (std::type_index(typeid(int)) == std::type_index(typeid(int)));
}
SPELLING(std_c_library, "314561") {
  assert(true);
  char text[8];
  std::memset(text, 0, sizeof text);
  std::snprintf(text, sizeof text, "%d", 3);
  out << text << std::strlen(text) << std::atoi("4") << std::stoi("5") << std::to_string(6)
      << (std::getenv("NO_SUCH_NAME") == nullptr);
  std::printf("%s", "");
}
SPELLING(std_errors, "ab") {
  try {
    throw std::runtime_error("a");
  } catch (const std::exception& e) {
    out << e.what();
  }
  try {
    throw std::invalid_argument("b");
  } catch (const std::logic_error& e) {
    out << e.what();
  }
}
SPELLING(std_initializers, "2xyx111") {
  std::initializer_list<int> l{1, 2};
  std::string s = "x";
  out << l.size() << s + "y" << std::move(s) << std::get<0>(std::tie(s)).size() << sizeof(uint8_t)
      << std::is_same<int, int>::value;
}
